// A link into a closed <details> opens it; printing opens the assumptions and definitions, not numbers and transcripts.
(function () {
  "use strict";
  function reveal() {
    var id = decodeURIComponent(location.hash.slice(1));
    var at = id && document.getElementById(id);
    for (var node = at; node; node = node.parentElement) {
      if (node.tagName === "DETAILS") { node.open = true; }
    }
    if (at) { at.scrollIntoView(); }
  }
  addEventListener("hashchange", reveal);
  if (location.hash) { reveal(); }
  var opened = [];
  addEventListener("beforeprint", function () {
    document.querySelectorAll("details.fold:not(.game):not([open])").forEach(function (box) {
      box.open = true;
      opened.push(box);
    });
  });
  addEventListener("afterprint", function () {
    opened.splice(0).forEach(function (box) { box.open = false; });
  });
})();
