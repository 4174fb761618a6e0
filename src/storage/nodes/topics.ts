// Lists the topics of notifications between nodes, with the payload of each.

/** A topic and the encoding of its payload. Payloads name what changed; they do not carry it. */
export interface Topic<P> {
  readonly name: string
  /** Delivered to the workers of one server only; costs no statement. */
  readonly local?: true
  /** No cache depends on it, so a write does not wait for its delivery to the other workers of the server. */
  readonly background?: true
  encode(payload: P): string
  decode(text: string): P
}

const numberTopic = (name: string): Topic<number> => ({ name, encode: String, decode: Number })

export const textTopic = (name: string): Topic<string> => ({ name, encode: text => text, decode: text => text })

interface UserKey {
  readonly db: number
  readonly uid: string
}

const userTopic = (name: string): Topic<UserKey> => ({
  name,
  encode: ({ db, uid }) => `${db}:${uid}`,
  decode: text => {
    const [db] = text.split(':', 1) as [string]
    return { db: Number(db), uid: text.slice(db.length + 1) }
  },
})

export const topics = {
  /** A user was written. */
  user: userTopic('user'),
  /** Groups of a database, or their members, were written: the database. */
  group: numberTopic('group'),
  /** A database was created: the database. */
  database: numberTopic('database'),
  /** Options, associations or user-defined fields were written, or a user was created: the database. */
  catalog: numberTopic('catalog'),
  /** Records were merged, or a merge was undone: the database. */
  alias: numberTopic('alias'),
  /** The single sign-on of a database was written: the database. */
  sso: numberTopic('sso'),
  /** An application was written: its client id. */
  application: textTopic('application'),
  /** Events were written, which may not have their positions yet: the database. */
  written: { ...numberTopic('written'), local: true, background: true },
  /** Events have got their positions: the database. */
  events: { ...numberTopic('events'), background: true },
  /** The store has begun another timeline: its id. */
  timeline: textTopic('timeline'),
  /** A user has changed targets of webhooks, or their queues: the database. */
  webhook: numberTopic('webhook'),
  /** A user has begun a phase of an import: the database. */
  import: { ...numberTopic('import'), background: true },
  /** A write has left times of recurring tasks to the background: the database. */
  occurrences: { ...numberTopic('occurrences'), background: true },
  /** A capture of requests began or ended: the database. */
  requestCapture: { ...numberTopic('request-capture'), background: true },
  /** A token was revoked: the id of its chain, or the digest of an access token. */
  token: textTopic('token'),
  /** `doctor` asks whether publications arrive. */
  doctor: textTopic('doctor'),
} as const
