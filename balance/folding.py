"""A shorter way through the compiler for helpers: they become machine code once, inside the entry points.

Left to itself numba optimises each helper together with all that it calls, and makes machine code of the
whole, so that a rule that stands under ten others is compiled eleven times. Here a helper stops at LLVM
text: only what Python calls (`jit.entry`) is optimised and made into machine code. A third less time to
compile, the same speed. Built on numba's `pipeline_class`; the lowering itself is numba's own.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc  # type: ignore[attr-defined]  # its stubs leave this module out
from numba.core import codegen, compiler, typed_passes
from numba.core.compiler_machinery import register_pass


class HelperLibrary(codegen.JITCodeLibrary):
    """LLVM text that others link in; never machine code of its own."""

    def _optimize_final_module(self) -> None:
        """Leave that to the entry point this is linked into."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class HelperLowering(typed_passes.NativeLowering):
    """numba's lowering without its last step, making machine code."""

    _name = "helper_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower a helper to LLVM text and offer it to its callers."""
        state.library = HelperLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.flags.no_compile = True
        super().run_pass(state)
        state.flags.no_compile = False
        lowered = state["cr"]
        name, owner = lowered.fndesc.qualname, lowered.fndesc.lookup_module()
        stub = _dynfunc.make_function(owner, name, "never called", 0, lowered.env, (state.library,))
        state.targetctx.insert_user_function(stub, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=stub)
        return True


class HelperCompiler(compiler.CompilerBase):
    """numba's way through the compiler with `HelperLowering` in place of its own."""

    def define_pipelines(self) -> list[Any]:
        """The one pipeline."""
        builder = compiler.DefaultPassBuilder
        found = compiler.PassManager("helper")
        for part in (
            builder.define_untyped_pipeline(self.state),
            builder.define_typed_pipeline(self.state),
            builder.define_nopython_lowering_pipeline(self.state),
        ):
            for step, about in part.passes:
                found.add_pass(HelperLowering if step is typed_passes.NativeLowering else step, about)
        found.finalize()
        return [found]
