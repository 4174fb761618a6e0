// Edits a text in which users are mentioned: it is read as `@Ann Lee`, and written with the key of the user.
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import type { EditorProps } from './field.ts'
import { shownText } from './field.ts'
import styles from './fields.module.css'
import { MentionArea } from './parts/mention-area.tsx'
import { mentionsIn, readableMentions, withMentions } from './parts/mentions.ts'

export default function MentionEditor({
  field,
  value,
  onChange,
  onDone,
  autoFocus,
  invalid,
  describedBy,
}: EditorProps) {
  const [draft, setDraft] = useState(() => {
    const text = shownText(value)
    return { text: readableMentions(text), mentions: mentionsIn(text) }
  })
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) onDone('commit')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // The keys of an open list of users are those of the list.
    const isChoosing = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    if (event.nativeEvent.isComposing || isChoosing) return
    if (event.key === 'Escape') onDone('cancel')
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onDone('commit')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const max = field.attributes.MaxLength
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the text box inside
    <div onBlur={onBlur} onKeyDown={onKeyDown}>
      <MentionArea
        variant="unstyled"
        autosize
        minRows={5}
        maxRows={16}
        autoFocus={autoFocus}
        aria-label={field.label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        maxLength={typeof max === 'number' ? max : undefined}
        classNames={{ input: styles.area }}
        value={draft.text}
        onText={(text, mention) => {
          const mentions = mention ? [...draft.mentions, mention] : draft.mentions
          setDraft({ text, mentions })
          onChange(text.trim() === '' ? null : withMentions(text, mentions))
        }}
      />
    </div>
  )
}
