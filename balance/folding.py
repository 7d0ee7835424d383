"""A shorter way through the compiler for helpers: they become machine code once, inside the entry points.

Left to itself numba optimises each helper together with all that it calls, and makes machine code of the
whole, so that a rule that stands under ten others is compiled eleven times. Here a helper stops at LLVM
text: only what Python calls (`jit.entry`) is optimised and made into machine code. A third less time to
compile, the same speed. Built on numba's `pipeline_class`; the lowering itself is numba's own.
"""

from __future__ import annotations

from typing import Any

from llvmlite.binding import Linkage
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


class EntryLibrary(codegen.JITCodeLibrary):
    """The code of an entry point with all helpers in it, which nobody else can call.

    numba links helpers so that others could share them. Told that nobody will, LLVM puts those with one
    caller into it, drops what no call needs (status, unused arguments) and forgets the rest.
    """

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = "internal"
        super()._optimize_final_module()


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(typed_passes.NativeLowering):
    """numba's lowering into an `EntryLibrary`."""

    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower an entry point and make machine code of it and its helpers."""
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        super().run_pass(state)
        return True


class HelperCompiler(compiler.CompilerBase):
    """numba's way through the compiler with `HelperLowering` in place of its own."""

    lowering: Any = HelperLowering

    def define_pipelines(self) -> list[Any]:
        """The one pipeline."""
        builder = compiler.DefaultPassBuilder
        found = compiler.PassManager(self.lowering.name())
        for part in (
            builder.define_untyped_pipeline(self.state),
            builder.define_typed_pipeline(self.state),
            builder.define_nopython_lowering_pipeline(self.state),
        ):
            for step, about in part.passes:
                found.add_pass(self.lowering if step is typed_passes.NativeLowering else step, about)
        found.finalize()
        return [found]


class EntryCompiler(HelperCompiler):
    """The same with `EntryLowering`."""

    lowering = EntryLowering
