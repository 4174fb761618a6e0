// Declares every setting as data; flags, variables, the file, checks and docs are derived from this table.
import { loopbackNetworks } from '../base/networks.ts'
import { automatic, flag, integer, type Kind, networks, oneOf, optional, size, text } from './kinds.ts'
import { isLocalDemo, type Setting, settingsOf } from './setting.ts'
import { signInSettings } from './sign-in-settings.ts'

const serving = settingsOf('Serving')
const store = settingsOf('Store')
const mail = settingsOf('Mail')
const logs = settingsOf('Logs')
const outbound = settingsOf('Outbound requests')
const limit = settingsOf('Limits')

const path = text('a path that begins with / and does not end with one', /^(\/[A-Za-z0-9._~-]+)+$/)

/** Keyed by the name in code; `bodyLimit` is `--body-limit`, `CLIENTELE_BODY_LIMIT`, and `body-limit` in the file. */
export const settings = {
  host: serving(
    text('a host name or address'),
    'localhost',
    'Where to listen. Use 0.0.0.0 to be reached from other machines.',
  ),
  port: serving(integer(0, 65535), 8080, 'The port to listen on; 0 takes any free one.'),
  publicUrl: serving(
    text('an address such as https://crm.example.com, without a path', /^https?:\/\/[^/?#\s]+$/),
    s => `${s.tlsCert === null ? 'http' : 'https'}://${publicHost(s.host)}:${s.port}`,
    'The origin under which browsers and clients reach the service. Links in mails and token metadata are made from it.',
  ),
  dataDir: serving(
    text('a folder'),
    './data',
    'Where the embedded store and the outbox live, unless they say otherwise.',
  ),
  brandName: serving(
    optional(text('up to 60 characters', /^[^\p{Cc}]{1,60}$/u)),
    null,
    'The name of this installation on the sign-in pages and in mails, such as that of your company; Clientele unless set.',
  ),
  brandLogo: serving(
    optional(text('an SVG, PNG, JPEG or WebP file of at most 64 KiB')),
    null,
    'The logo beside the name. It is shown in a square.',
  ),
  apiPrefix: serving(path, '/api', 'The path of the data API.'),
  authPrefix: serving(path, '/oauth', 'The path of the authorization server.'),
  tlsCert: serving(
    optional(text('a PEM file')),
    null,
    'The certificate chain. With tls-key, the server speaks https itself.',
  ),
  tlsKey: serving(optional(text('a PEM file')), null, 'The private key of tls-cert.'),
  trustedProxy: serving(
    optional(
      text('addresses or networks separated by commas, such as 10.0.0.0/8, or loopback, linklocal, uniquelocal'),
    ),
    null,
    'Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed. Without one they are ignored.',
  ),
  workers: serving(
    automatic(integer(1, 64)),
    'auto',
    'Processes that serve; auto: as many as processors on PostgreSQL, half as many when it is on this machine, up to 8; else 1.',
  ),
  drainTimeout: serving(integer(0, 9, 'seconds'), 8, 'How long requests in flight may take to finish after SIGTERM.'),
  demo: serving(flag(), false, 'Make the demo database on the first start, and print how to use it.'),

  store: store(
    text('sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE', /^(sqlite:.+|postgres(ql)?:\/\/.+)$/),
    s => `sqlite:${s.dataDir}/clientele.db`,
    'Where everything is kept.',
    'password',
  ),
  poolSize: store(
    integer(1, 1000),
    10,
    'Connections to PostgreSQL at most for writing; quick reads, long ones, and quick ones that have proved slow have half as many each. Divided among the workers.',
  ),
  storePooler: store(
    oneOf('none', 'transaction'),
    'none',
    'What the address of a PostgreSQL store leads to: the server, or a pooler such as PgBouncer that gives each transaction any session.',
  ),
  listenStore: store(
    optional(text('postgres://USER:PASSWORD@HOST/DATABASE', /^postgres(ql)?:\/\/.+$/)),
    null,
    'The address of the PostgreSQL server itself, when store is the address of a pooler: nodes listen for changes on a session of their own.',
    'password',
  ),
  scanStore: store(
    optional(text('postgres://USER:PASSWORD@HOST/DATABASE', /^postgres(ql)?:\/\/.+$/)),
    null,
    'A streaming replica of the PostgreSQL store, on which Reads run that no index serves.',
    'password',
  ),
  scanLag: store(
    integer(1, 3600, 'seconds'),
    5,
    'How far scan-store may be behind. While it is further behind, or away, the store itself is read.',
  ),
  statementTimeout: store(
    integer(1, 3600, 'seconds'),
    30,
    'A query that runs longer is ended and answered with an error.',
  ),
  storeCheckHours: store(
    integer(0, 8760, 'hours'),
    24,
    'How often one server of the store reads the whole store in the background, as "clientele doctor --deep" does, to find damage; 0: never.',
  ),
  scanProcesses: store(integer(1, 64), 2, 'Processes for long queries on the embedded store.'),

  mail: mail(
    text('file:DIR or smtp://USER:PASSWORD@HOST:PORT', /^(file:.+|smtps?:\/\/.+)$/),
    s => `file:${s.dataDir}/outbox`,
    'How mail leaves: by SMTP, or as .eml files into a folder.',
    'password',
  ),
  outboxDays: mail(
    integer(1, 3650, 'days'),
    1,
    'How long mails stay in the folder of file:DIR. They hold sign-in codes.',
  ),
  mailFrom: mail(text('a mail address, or Name <address>'), 'Clientele <no-reply@localhost>', 'The sender of mails.'),

  metricsToken: logs(
    optional(text('at least 16 characters', /^[\x21-\x7e]{16,}$/)),
    null,
    'The bearer token that /metrics asks for. Without it the networks of metrics-networks may read the metrics.',
    'all',
  ),
  metricsNetworks: logs(
    networks(),
    loopbackNetworks,
    'The networks that may read /metrics when there is no metrics-token: this machine alone unless said; 0.0.0.0/0,::/0 for everybody.',
  ),
  logLevel: logs(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'The least important entries to write. Requests are written at info.',
  ),
  logFormat: logs(
    oneOf('auto', 'json', 'text'),
    'auto',
    'One JSON object per line, or text for people; auto: text on a terminal.',
  ),

  ...signInSettings,

  outboundNetworks: outbound(
    optional(networks()),
    s => (isLocalDemo(s) ? '127.0.0.0/8,::1' : null),
    'Inner networks that the server may send requests to: to the receivers of webhooks and the providers of single sign-on. Without them it sends requests to public addresses only. A demo that listens on this machine alone may send to this machine.',
  ),
  outboundHttp: outbound(
    flag(),
    s => isLocalDemo(s),
    'Allow http beside https for requests that the server sends (development). On with a demo that listens on this machine alone.',
  ),

  bodyLimit: limit(size(1024, 1024 ** 3), 4 * 1024 ** 2, 'The largest request body, other than an upload.'),
  uploadLimit: limit(size(1024, 4 * 1024 ** 3), 50 * 1024 ** 2, 'The largest document.'),
  uploadPendingUser: limit(
    size(1024, 1024 ** 5),
    500 * 1024 ** 2,
    'Bytes of uploads that are not documents yet, of one user. They are dropped after a day.',
  ),
  uploadPendingDatabase: limit(size(1024, 1024 ** 5), 5 * 1024 ** 3, 'The same of one database.'),
  uploadPendingCount: limit(integer(1, 1_000_000), 1000, 'Uploads that are not documents yet, of one user.'),
  uploadFreeDisk: limit(
    size(0, 1024 ** 5),
    256 * 1024 ** 2,
    'Disk space that uploads leave free, on the embedded store: with less they are refused with HTTP 503.',
  ),
  headerLimit: limit(size(4096, 1024 ** 2), 16 * 1024, 'The largest set of request headers, the address included.'),
  headerTimeout: limit(integer(1, 600, 'seconds'), 15, 'How long a client may take to send its headers.'),
  bodyTimeout: limit(
    integer(1, 3600, 'seconds'),
    30,
    'How long a client may take to send a body, other than an upload.',
  ),
  requestTimeout: limit(
    integer(1, 3600, 'seconds'),
    300,
    'How long a client may take to send an upload, headers included, and to take a long answer.',
  ),
  maxConnections: limit(
    integer(1, 1_000_000),
    10_000,
    'How many connections may be open at each address; further ones are closed at once.',
  ),
  answerMemory: limit(
    size(1024 ** 2, 1024 ** 4),
    256 * 1024 ** 2,
    'Characters of all answers of over 256 KiB that are being made or sent; one database may have three quarters of them. Further ones are answered 503.',
  ),
  userRate: limit(
    integer(0, 1_000_000_000),
    0,
    'Requests of one user in a minute, at each server; further ones are answered 429. 0 is no limit. Answers have RateLimit headers.',
  ),
  applicationRate: limit(
    integer(0, 1_000_000_000),
    0,
    'The same of one application of a database, for all its users together.',
  ),
  overloadTurn: limit(
    integer(10, 60_000, 'milliseconds'),
    1000,
    'How long the server takes on requests before it looks for new ones; those that wait longer are answered 503 at once.',
  ),
  keepAliveTimeout: limit(integer(1, 3600, 'seconds'), 65, 'How long an idle connection is kept open.'),
  conditionDepth: limit(integer(1, 200), 32, 'How deep conditions may nest.'),
  conditions: limit(integer(1, 100_000), 1000, 'How many conditions one query may have.'),
  inValues: limit(integer(1, 1_000_000), 10_000, 'How many values $IN may list.'),
  polygonPoints: limit(integer(4, 100_000), 1000, 'How many points the polygon of $INBOUND may have.'),
  readRecords: limit(
    integer(1, 1_000_000),
    10_000,
    'The largest Top and PageSize, and what a Read without them returns at most.',
  ),
  writeRecords: limit(integer(1, 100_000), 1000, 'How many records one write may carry.'),
  bulkRecords: limit(integer(1, 100_000), 2000, 'How many records an Update or a Delete by Criteria may change.'),
  requestLog: limit(integer(0, 1_000_000), 10_000, 'How many requests RequestLog has of a database; 0 for none.'),
  requestLogDays: limit(integer(1, 3650, 'days'), 7, 'How long RequestLog has a request.'),
  signInDays: limit(integer(1, 3650, 'days'), 90, 'How long SignIn has a sign-in.'),
  binDays: limit(integer(1, 3650, 'days'), 30, 'How long a deleted record can be restored.'),
  deliveryDays: limit(integer(1, 3650, 'days'), 7, 'How long deliveries of webhooks are kept, with their bodies.'),
  deliveryBytes: limit(
    size(64 * 1024, 1024 ** 5),
    256 * 1024 ** 2,
    'What the deliveries of webhooks of one database may take, with their bodies. The oldest are removed first.',
  ),
  userTargets: limit(integer(1, 100), 20, 'Webhook targets of one user.'),
  eventDays: limit(
    integer(1, 3650, 'days'),
    30,
    'How long events are kept for the change feed and for webhooks that lag behind.',
  ),
  idempotencyHours: limit(integer(1, 720, 'hours'), 24, 'How long an Idempotency-Key is remembered.'),
} as const satisfies Record<string, Setting<never> | Setting<unknown>>

export type SettingName = keyof typeof settings
type ValueOf<S> = S extends { kind: Kind<infer T> } ? T : never
export type Settings = { readonly [N in SettingName]: ValueOf<(typeof settings)[N]> }

export const settingNames = Object.keys(settings) as SettingName[]

export const wireName = (name: SettingName): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
export const variableName = (name: SettingName): string =>
  `CLIENTELE_${wireName(name).replaceAll('-', '_').toUpperCase()}`

/** The default as a person would write it; empty for no value. */
export function defaultText(name: SettingName): string {
  const { default: value, kind } = settings[name] as Setting
  if (value === null) return ''
  if (typeof value !== 'function') return kind.show(value)
  const { dataDir, host, port, tlsCert, demo } = settings
  const facts = { dataDir, host, port, tlsCert, demo }
  return kind.show(
    value(Object.fromEntries(Object.entries(facts).map(([key, { default: own }]) => [key, own])) as never),
  )
}

/** A client cannot connect to 0.0.0.0 or ::, so the default public URL names localhost instead. */
const publicHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
