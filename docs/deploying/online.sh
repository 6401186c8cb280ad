#!/bin/sh
# Puts this folder on the internet, on a rented server with Debian 12 or newer:
#     sudo sh docs/deploying/online.sh kaarten.example [BACK-UP]
# The unit and the proxy are those that server.md shows. Run it again for a new version.
set -eu

name=${1:-} backup=${2:-}
here=$(cd "$(dirname "$0")/../.." && pwd -P)
site=/srv/streepje data=/var/lib/streepje proxy=/etc/caddy/Caddyfile

stop() { printf '%s\n' "$1" >&2; exit 1; }
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/{/^\`\`\`/d;p}" "$here/docs/deploying/server.md" | sed "s/club\.example/$name/g"; }
as_site() { runuser -u streepje -- env STREEPJE_DATA=$data STREEPJE_LOGS=no python3 manage.py "$@"; }

case $name in
  '' | *[!a-z0-9.-]* | [.-]* | *[.-]) stop 'Noem het adres van de site, zoals: sudo sh docs/deploying/online.sh kaarten.example' ;;
  *.*) ;;
  *) stop "$name is geen adres op internet: er hoort een punt in, zoals in kaarten.example" ;;
esac
[ "$(id -u)" = 0 ] || stop 'Zet er sudo voor.'
[ -z "$backup" ] || [ -f "$backup" ] || stop "Er is geen bestand $backup."
[ -z "$backup" ] || backup=$(realpath "$backup")
[ -z "$backup" ] || [ ! -e $data/streepje.sqlite3 ] || stop "Hier draait al een site. Een back-up terugzetten: zie $site/docs/deploying/README.md"
case $here in $site/*) stop "$site wordt leeggemaakt: pak Streepje ergens anders uit, zoals in je thuismap." ;; esac
new=
[ -e $data/streepje.sqlite3 ] || [ -n "$backup" ] || new=yes
other=
[ ! -e $proxy ] || other=yes # before the package brings an example

apt-get update -q
DEBIAN_FRONTEND=noninteractive apt-get install -qy python3-venv caddy
id streepje >/dev/null 2>&1 || useradd --system --home-dir $data --shell /usr/sbin/nologin streepje
install -d -o streepje -g streepje $site
install -d -o streepje -g streepje -m 0700 $data
if [ "$here" != $site ]; then
  find $site -mindepth 1 -maxdepth 1 ! -name .venv -exec rm -rf {} + # nothing of a former version stays
  tar -C "$here" --exclude=./data --exclude=./.venv -cf - . | tar -C $site -xf -
  chown -R streepje:streepje $site
fi
cd $site
if [ -n "$backup" ]; then
  install -o streepje -m 0600 "$backup" $data/laptop.backup
  as_site restore $data/laptop.backup
  rm $data/laptop.backup
fi

block ini | sed '/^\[Upload\]/,$d; /^LoadCredential/,$d' >/etc/systemd/system/streepje.service
grep -qs "^$name {" $proxy || { [ -z "$other" ] || cp --backup=numbered $proxy $proxy.former; block caddyfile >$proxy; }
systemctl daemon-reload
systemctl enable --quiet streepje
systemctl restart streepje
systemctl reload-or-restart caddy
[ ! -e $proxy.former ] || printf 'Hoe Caddy eerst stond: %s. Zet andere sites daaruit weer in %s.\n' $proxy.former $proxy
printf '\nOver een minuut staat de site op https://%s/\n' "$name"
[ -z "$new" ] || printf 'De code voor de eerste club: sudo journalctl -u streepje\n'
