// Chooses the contact of a company with whom one spoke.
import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type Choice, useRecordSearch } from '../fields/parts/options.ts'
import { useTexts } from '../texts/index.tsx'

interface ContactSelectProps {
  /** The key of the company; empty where there is none. */
  readonly company: string
  readonly value: Choice | null
  readonly onChange: (contact: Choice | null) => void
}

const entries = ['AbEntry']

export const ContactSelect = (props: ContactSelectProps) => (props.company === '' ? null : <Contacts {...props} />)

function Contacts({ company, value, onChange }: ContactSelectProps) {
  const { composer: t } = useTexts().record
  const [typed, setTyped] = useState('')
  const within = useMemo(() => ({ Type: { $EQ: 'Contact' }, ParentKey: { $EQ: company } }), [company])
  const { choices } = useRecordSearch(entries, typed, within)
  const offered = value && !choices.some(({ key }) => key === value.key) ? [value, ...choices] : choices
  if (typed === '' && offered.length === 0) return null
  return (
    <Select
      size="xs"
      w={170}
      searchable
      clearable
      aria-label={t.contact}
      placeholder={t.contact}
      data={offered.map(({ key, label }) => ({ value: key, label }))}
      // The server has looked for what was typed.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      value={value?.key ?? null}
      onChange={key => onChange(offered.find(choice => choice.key === key) ?? null)}
    />
  )
}
