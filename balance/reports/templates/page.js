// A link into a closed <details> opens it.
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
})();
