"""Statistics: table in, table out.

Pure functions on arrays and data frames; no rules, no plots, no name of any game. The unit of
evidence is the deal (the luck of one game): all games of one deal depend on each other, so every
interval counts clusters, not rows.

one number       `Estimate`: value, interval, observations, clusters
rates and means  `wilson`, `clustered_rate`, `clustered_mean`, `bootstrap_mean`,
                 `bootstrap_quantile`
ratios           `clustered_ratio`; from stored sums `Moments`, `moments`, `ratio_from_moments`,
                 `ratio_table`; `Products`, `products`, `correlation_from_products`,
                 `slope_from_products`
inside a deal    `rotation_correlation`, `intraclass_correlation`, `clustered_correlation`,
                 `design_effect`, `effective_games`
comparing        `paired_difference`, `verdict`, `band`, `homogeneity`; from totals of deals `DealTotals`,
                 `paired_ratios`, `paired_quantiles`, `unseen`
causes           `clustered_regression`
many tests       `p_value`, `p_values`, `one_sided`, `band_p`, `holm`, `benjamini_hochberg`
stopping early   `confidence_sequence`, `sequence_half_width`, `enough`, `clusters_until`;
                 a planned number of looks: `look_bounds`, `students`, `crossing_chance`;
                 `block_counts`, `llr_mean`, `llr_effect`, `wald_bounds`, `sprt_decision`, `after_sprt`
detection limit  `detection_limit`, `detection_limit_between`, `clusters_needed`
distributions    `describe`, `describe_counts`, `histogram`
plans            `plan_matrix`, `matrix_from_moments`, `largest_gap`, `dominant_plan`,
                 `field_shares`, `nash_mix`, `any_mix`
skill            `variance_components`, `elo_ratings`
choices          `choice_sets`, `ranking_sets`, `conditional_logit`, `log_likelihoods`, `option_chances`,
                 `held_out`, `calibration_slope`, `softmax_choice`
tension          `leader_wins`, `lead_correlation`, `catch_up`, `catch_up_by_round`,
                 `lead_changes`
"""

from balance.statistics.after_sprt import after_sprt
from balance.statistics.blocks import (
    clustered_correlation,
    design_effect,
    effective_games,
    intraclass_correlation,
    rotation_correlation,
)
from balance.statistics.bootstrap import bootstrap_mean, bootstrap_quantile
from balance.statistics.choice import (
    ChoiceFit,
    Separated,
    conditional_logit,
    log_likelihood_slopes,
    log_likelihoods,
    option_chances,
    softmax_choice,
)
from balance.statistics.comparisons import (
    PairedDifference,
    Verdict,
    band,
    paired_difference,
    verdict,
)
from balance.statistics.decisions import ChoiceSets, choice_sets, ranking_sets
from balance.statistics.distributions import describe, describe_counts, histogram
from balance.statistics.equilibrium import Equilibrium, any_mix, nash_mix
from balance.statistics.estimate import Estimate, left_to_each
from balance.statistics.foretelling import HeldOut, calibration_slope, held_out
from balance.statistics.group_sequential import crossing_chance, look_bounds, students
from balance.statistics.matrix import (
    Dominant,
    Gap,
    PlanMatrix,
    dominant_plan,
    field_shares,
    largest_gap,
    matrix_from_moments,
    plan_matrix,
)
from balance.statistics.multiple import band_p, benjamini_hochberg, holm, one_sided, p_value, p_values
from balance.statistics.paired import DealTotals, paired_quantiles, paired_ratios, unseen
from balance.statistics.power import clusters_needed, detection_limit, detection_limit_between
from balance.statistics.products import (
    Products,
    correlation_from_products,
    homogeneity,
    products,
    slope_from_products,
)
from balance.statistics.rates import clustered_mean, clustered_rate, wilson
from balance.statistics.ratios import (
    Moments,
    clustered_ratio,
    difference_from_moments,
    moments,
    ratio_from_moments,
    ratio_table,
)
from balance.statistics.regression import clustered_regression
from balance.statistics.sequential import (
    clusters_until,
    confidence_sequence,
    enough,
    sequence_half_width,
)
from balance.statistics.skill import Components, elo_ratings, variance_components
from balance.statistics.sprt import block_counts, llr_effect, llr_mean, sprt_decision, wald_bounds
from balance.statistics.tension import (
    catch_up,
    catch_up_by_round,
    lead_changes,
    lead_correlation,
    leader_wins,
)

__all__ = [
    "ChoiceFit",
    "ChoiceSets",
    "Components",
    "DealTotals",
    "Dominant",
    "Equilibrium",
    "Estimate",
    "Gap",
    "HeldOut",
    "Moments",
    "PairedDifference",
    "PlanMatrix",
    "Products",
    "Separated",
    "Verdict",
    "after_sprt",
    "any_mix",
    "band",
    "band_p",
    "benjamini_hochberg",
    "block_counts",
    "bootstrap_mean",
    "bootstrap_quantile",
    "calibration_slope",
    "catch_up",
    "catch_up_by_round",
    "choice_sets",
    "clustered_correlation",
    "clustered_mean",
    "clustered_rate",
    "clustered_ratio",
    "clustered_regression",
    "clusters_needed",
    "clusters_until",
    "conditional_logit",
    "confidence_sequence",
    "correlation_from_products",
    "crossing_chance",
    "describe",
    "describe_counts",
    "design_effect",
    "detection_limit",
    "detection_limit_between",
    "difference_from_moments",
    "dominant_plan",
    "effective_games",
    "elo_ratings",
    "enough",
    "field_shares",
    "held_out",
    "histogram",
    "holm",
    "homogeneity",
    "intraclass_correlation",
    "largest_gap",
    "lead_changes",
    "lead_correlation",
    "leader_wins",
    "left_to_each",
    "llr_effect",
    "llr_mean",
    "log_likelihood_slopes",
    "log_likelihoods",
    "look_bounds",
    "matrix_from_moments",
    "moments",
    "nash_mix",
    "one_sided",
    "option_chances",
    "p_value",
    "p_values",
    "paired_difference",
    "paired_quantiles",
    "paired_ratios",
    "plan_matrix",
    "products",
    "ranking_sets",
    "ratio_from_moments",
    "ratio_table",
    "rotation_correlation",
    "sequence_half_width",
    "slope_from_products",
    "softmax_choice",
    "sprt_decision",
    "students",
    "unseen",
    "variance_components",
    "verdict",
    "wald_bounds",
    "wilson",
]
