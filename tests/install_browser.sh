#!/usr/bin/env bash
# The page is tested in headless Chromium. Install Debian's where that is possible; say so where it is not.
# Exit 1 only in CI (CI=true), which must have one.
set -u
for name in chromium chromium-browser google-chrome google-chrome-stable; do
  command -v "$name" >/dev/null 2>&1 && exit 0
done
[ -x "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" ] && exit 0

said="no apt-get here, or not root"
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  echo "Installing Chromium for the browser tests (once) ..."
  export DEBIAN_FRONTEND=noninteractive
  said=$({ apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } 2>&1) \
    && command -v chromium >/dev/null 2>&1 && exit 0
fi
echo "No Chromium here: the browser tests will not run. (${said##*$'\n'})"
[ "${CI:-}" != "true" ]
