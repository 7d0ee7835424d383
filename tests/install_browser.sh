#!/usr/bin/env bash
# The page is tested in headless Chromium. Install Debian's where that is possible; say so where it is not.
set -u
if command -v chromium >/dev/null 2>&1; then exit 0; fi
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  echo "Installing Chromium for the browser tests (once) ..."
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } >/dev/null 2>&1 && exit 0
fi
echo "No Chromium here: the browser tests will not run."
[ "${CI:-}" = "true" ] && exit 1
exit 0
