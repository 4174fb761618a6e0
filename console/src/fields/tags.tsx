// Shows and edits the tags of a record, each in the colour that was chosen for it; a tag that is not there is added with a colour.
import { useState } from 'react'
import { rowsOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import type { EditorProps, FilterEditorProps, Kind, ShownProps } from './field.ts'
import { itemsOf, memberText, shownText } from './field.ts'
import styles from './fields.module.css'
import type { Choice } from './parts/options.ts'
import { Picker } from './parts/picker.tsx'
import { Tag } from './parts/tag.tsx'
import { hueOfTag, keptTags, shownTags, type TagColor, tagColors } from './parts/tag-colors.ts'
import type { Maker } from './parts/use-picker.ts'
import { labelAmong, PickedText, PickForFilter } from './parts/value-picker.tsx'
import { editing } from './text.tsx'
import { valueKinds } from './value-kinds.ts'

function TagsCell({ value }: ShownProps) {
  return (
    <span className={styles.tags}>
      {shownTags(value).map(tag => (
        <Tag key={memberText(tag, 'Key')} hue={hueOfTag(memberText(tag, 'Color'))}>
          {shownText(tag)}
        </Tag>
      ))}
    </span>
  )
}

const allTags = {
  Tag: {
    Scope: { Fields: { Key: 1, DisplayValue: 1, Color: 1 } },
    Criteria: { SearchQuery: {}, Top: 1_000 },
    OrderBy: { Fields: [{ Name: 'ASC' }] },
  },
}

function useTags() {
  const { data, isPending } = useRead(allTags, { title: null, staleTime: 60_000 })
  const rows = rowsOf(data, 'Tag')
  return { rows, isPending, choices: rows.map(choiceOf) }
}

const choiceOf = (tag: unknown): Choice => ({
  key: memberText(tag, 'Key'),
  label: shownText(tag),
  hue: hueOfTag(memberText(tag, 'Color')),
})

function TagsEditor({ field, value, onChange, ...rest }: EditorProps) {
  const { rows, choices, isPending } = useTags()
  const [chosen, setChosen] = useState<readonly Choice[]>(() => itemsOf(shownTags(value)).map(choiceOf))
  const [added, setAdded] = useState<readonly object[]>([])
  const makers = useMakers(tag => setAdded(before => [...before, tag]))
  return (
    <Picker
      {...editing(rest)}
      label={field.label}
      multiple
      chosen={chosen}
      choices={choices}
      busy={isPending}
      makers={makers}
      onPick={next => {
        setChosen(next)
        onChange(keptTags(next, [...itemsOf(value), ...rows, ...added]))
      }}
    />
  )
}

/** A line for each colour in which a tag of this name can be added. */
function useMakers(onAdd: (tag: object) => void): (name: string) => readonly Maker[] {
  const { writer } = useWorkspace()
  const { fields: t, record: words } = useTexts()
  const add = async (name: string, color: TagColor): Promise<Choice> => {
    const key = await writer.create('Tag', { Name: name, Color: color }, words.lists.added(name))
    onAdd({ Key: key, DisplayValue: name, Color: color })
    return { key, label: name, hue: hueOfTag(color) }
  }
  return name =>
    tagColors.map(color => ({
      key: `\u0000${color}`,
      label: t.tags.add(name, t.tags.colors[color]),
      hue: hueOfTag(color),
      group: t.tags.addAs(name),
      make: () => add(name, color),
    }))
}

function TagsFilter(props: FilterEditorProps) {
  const { choices, isPending } = useTags()
  return <PickForFilter {...props} from={{ choices, busy: isPending }} labelOf={labelAmong(choices)} />
}

function TagsFilterText({ values }: Omit<FilterEditorProps, 'onChange'>) {
  return <PickedText labels={values.map(labelAmong(useTags().choices))} />
}

export const tags: Kind = {
  ...valueKinds.tags,
  Cell: TagsCell,
  Editor: TagsEditor,
  FilterEditor: TagsFilter,
  FilterText: TagsFilterText,
}
