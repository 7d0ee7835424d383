#!/usr/bin/env bash
# Renew the sample report and its picture (needs Chromium). Usage: renew.sh BIN
set -euo pipefail
cd "$(dirname "$0")/../.."
bin=${1:-.venv/bin}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$bin/balance" run employee_handbook_baseline --games 20000 --out "$work/run" --no-report
"$bin/balance" report "$work/run" --out reports/sample/report.html
chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
  --disable-component-update --disable-sync --hide-scrollbars --user-data-dir="$work/profile" \
  --window-size=1280,1480 --screenshot=reports/sample/report.png "file://$PWD/reports/sample/report.html" 2>/dev/null
ls -l reports/sample
