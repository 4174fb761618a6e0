// Writes the units by which systemd runs the server: the service, hardened, and the socket that holds its port.

interface UnitFacts {
  /** The program and its arguments. */
  readonly command: readonly string[]
  /** The user that runs it; null for one that systemd makes. */
  readonly user: string | null
  /** The address of the socket: `8080`, `127.0.0.1:8080`. Null: the server opens the port itself. */
  readonly socket: string | null
}

/** Systemd splits at spaces, expands `$` and `%`, and reads `\` as an escape. */
const quoted = (word: string): string =>
  /^[\w./:=@,+-]+$/.test(word)
    ? word
    : `"${word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

/** V8 makes code while it runs, so the one restriction that is left out is MemoryDenyWriteExecute. */
const hardening = `NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ProtectHome=yes
ProtectProc=invisible
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
PrivateTmp=yes
PrivateDevices=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
UMask=0077`

export function serviceUnit({ command, user, socket }: UnitFacts): string {
  return `# Written by "clientele service install". Settings: /etc/clientele/environment, or "systemctl edit clientele".
[Unit]
Description=Clientele, customer data service
After=network-online.target postgresql.service${socket === null ? '' : ' clientele.socket'}
Wants=network-online.target
${socket === null ? '' : 'Requires=clientele.socket\n'}
[Service]
Type=notify
# The server tells systemd by systemd-notify when it is ready, and every 20 seconds that it is well.
NotifyAccess=all
WatchdogSec=60
ExecStart=${command.map(quoted).join(' ')}
EnvironmentFile=-/etc/clientele/environment
Environment=CLIENTELE_DATA_DIR=/var/lib/clientele
${user === null ? 'DynamicUser=yes' : `User=${user}`}
WorkingDirectory=/var/lib/clientele
StateDirectory=clientele
StateDirectoryMode=0700
CacheDirectory=clientele
CacheDirectoryMode=0700
Restart=on-failure
RestartSec=1
TimeoutStartSec=15min
TimeoutStopSec=20
LimitNOFILE=65536

${hardening}

[Install]
WantedBy=multi-user.target
`
}

export const socketUnit = (address: string): string => `# Written by "clientele service install".
[Unit]
Description=The port of Clientele

[Socket]
ListenStream=${address}
NoDelay=yes
Backlog=1024

[Install]
WantedBy=sockets.target
`
