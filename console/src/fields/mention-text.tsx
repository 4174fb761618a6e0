// Shows a text with its mentions, each under the present name of its user, with a link to what that user does.
import { PageLink } from '../ui/addresses/page-link.tsx'
import styles from './fields.module.css'
import { mentionParts } from './parts/mentions.ts'
import { useRecordLabels } from './parts/options.ts'

const users = ['User'] as const

export function MentionText({ text }: { text: string }) {
  const parts = mentionParts(text)
  const keys = [...new Set(parts.flatMap(part => (typeof part === 'string' ? [] : [part.key])))]
  return keys.length === 0 ? text : <Mentions parts={parts} keys={keys} />
}

function Mentions({ parts, keys }: { parts: ReturnType<typeof mentionParts>; keys: readonly string[] }) {
  const names = useRecordLabels(users, keys)
  return parts.map((part, at) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <PageLink key={at} to="activity" search={{ person: part.key }} className={styles.mention}>
        @{names.get(part.key) ?? part.name}
      </PageLink>
    ),
  )
}
