"""A page opened in a browser, and questions to ask of it."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

HEIGHT = 900
PATIENCE = 120_000  # ms: a busy machine is no fault of the page
PROBES = Path(__file__).parent / "probes.js"


class Visits:
    """Opened pages. Everything a page logs, asks for or loads beside itself is noted in `noted`."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.noted: list[str] = []
        self.contexts: list[Any] = []

    def open(
        self,
        file: Path,
        *,
        width: int = 1280,
        folds: bool = False,
        css: str = "",
        at: str = "",
        **context: Any,
    ) -> Page:
        """The page of a file; `folds`: with all folded parts open; `css`: with this style on top."""
        view = {"width": width, "height": HEIGHT}
        made = self.browser.new_context(viewport=view, service_workers="block", **context)  # type: ignore[arg-type]
        made.set_default_timeout(PATIENCE)
        self.contexts.append(made)
        address = file.as_uri()

        def guard(route: Route) -> None:
            if route.request.url.partition("#")[0] == address:
                route.continue_()
            else:
                self.noted.append(f"asks for {route.request.url[:200]}")
                route.abort()

        made.route("**/*", guard)
        page = made.new_page()
        page.on("console", lambda said: self.noted.append(f"console {said.type}: {said.text}"))
        page.on("pageerror", lambda error: self.noted.append(f"error: {error}"))
        page.on("dialog", lambda box: (self.noted.append(f"dialog: {box.message}"), box.dismiss()))
        page.on("popup", lambda other: self.noted.append(f"opens {other.url}"))
        page.on("websocket", lambda other: self.noted.append(f"connects to {other.url}"))
        page.goto(address + at)
        if css:
            page.add_style_tag(content=css)
        if folds:
            page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        return page

    def end(self) -> None:
        """Close all; nothing may have been noted."""
        for context in self.contexts:
            context.close()
        assert self.noted == [], "a page must be quiet and load nothing"


def ask(page: Page, probe: str, *arguments: Any) -> Any:
    """The answer of one of the functions in probes.js."""
    given = ", ".join(json.dumps(argument) for argument in arguments)
    return page.evaluate(f"() => {{ {_probes()}; return {probe}({given}); }}")


def violations(
    page: Page, *, only: tuple[str, ...] = (), without: tuple[str, ...] = (), unless: str = ""
) -> str:
    """What axe-core holds against a page, or cannot judge, ready to read.

    only, without   the rules to ask for, or to leave out (default: all that axe-core has on)
    unless          a selector: what axe-core cannot judge is no complaint there
    """
    page.evaluate(_axe())
    options: dict[str, Any] = {
        "resultTypes": ["violations", "incomplete"],
        "rules": {rule: {"enabled": False} for rule in without},
    }
    if only:
        options["runOnly"] = {"type": "rule", "values": list(only)}
    found = page.evaluate("options => axe.run(document, options)", options)
    assert found["passes"], "axe-core looked at nothing"
    for rule in found["incomplete"]:
        rule["nodes"] = [node for node in rule["nodes"] if not (unless and _matches(page, node, unless))]
    rules = [(kind, rule) for kind in ("violations", "incomplete") for rule in found[kind] if rule["nodes"]]
    return "\n".join(_said(kind, rule) for kind, rule in rules)


def _matches(page: Page, node: dict[str, Any], selector: str) -> bool:
    return page.evaluate(
        "([at, is]) => document.querySelector(at).matches(is)", [node["target"][0], selector]
    )


def _said(kind: str, rule: dict[str, Any]) -> str:
    lines = [f"{rule['id']} ({kind}, {rule['impact']}, {len(rule['nodes'])} places): {rule['help']}"]
    for node in rule["nodes"][:4]:
        checks = [*node["any"], *node["all"], *node["none"]]
        why = "; ".join(check["message"] for check in checks)
        lines += [
            f"  at {' '.join(map(str, node['target']))}",
            f"    {node['html'][:200]}",
            f"    {why[:300]}",
        ]
    return "\n".join(lines)


@cache
def _probes() -> str:
    return PROBES.read_text(encoding="utf-8")


@cache
def _axe() -> str:
    return resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
