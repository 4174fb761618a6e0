// Finds the option lists that can be edited among the fields of Schema.
import type { Body } from '../api/envelope.ts'

export interface OptionItem {
  readonly Key: string
  readonly Value: string
  readonly Inactive: boolean
}

export interface OptionList {
  /** `AbEntry/Category`. */
  readonly id: string
  readonly entity: string
  readonly path: string
  readonly label: string
  readonly items: readonly OptionItem[]
  /** Values are texts, which the list only suggests. */
  readonly isFree: boolean
  /** Other fields with the same items, which are most often the same list. */
  readonly also: readonly Pick<OptionList, 'entity' | 'label'>[]
}

export const optionListsMembers: Body = {
  Schema: {
    Scope: { Fields: { Key: 1, Items: 1, DisplayValue: 1, Attributes: 1 } },
    Criteria: { SearchQuery: { Type: { $EQ: 'EnumField<StringItem>' } } },
  },
  Compatibility: { SchemaObject: '1.0' },
}

export interface OptionListsAnswer {
  readonly Schema: {
    readonly Data: readonly {
      readonly Key: string
      /** Null for a list that has no items of its own. */
      readonly Items: readonly OptionItem[] | null
      readonly DisplayValue: string
      readonly Attributes: Body
    }[]
  }
}

/** Items of lists that can be edited have numbers written as text for keys; fixed ones have numbers or words. */
const isEditable = (key: string, items: readonly OptionItem[]): boolean =>
  key.includes('/Udf/') || items.some(item => typeof item.Key === 'string' && /^\d+$/.test(item.Key))

/** The editable lists in the order of Schema; fields with the same items share one. `labels` are the names that people know the fields by. */
export function optionListsIn(
  answer: OptionListsAnswer | undefined,
  labels: Readonly<Record<string, string>> = {},
): readonly OptionList[] {
  const lists = new Map<string, OptionList & { also: Pick<OptionList, 'entity' | 'label'>[] }>()
  for (const { Key, Items: own, DisplayValue, Attributes } of answer?.Schema.Data ?? []) {
    const Items = own ?? []
    const [entity = '', ...rest] = Key.slice(1).split('/')
    if (!isEditable(Key, Items)) continue
    const same = Items.length > 0 ? JSON.stringify(Items) : Key
    const known = lists.get(same)
    const path = rest.join('/')
    const label = labels[path] ?? DisplayValue
    if (known) known.also.push({ entity, label })
    else {
      const isFree = Attributes.MaxLength !== undefined
      lists.set(same, { id: Key.slice(1), entity, path, label, items: Items, isFree, also: [] })
    }
  }
  return [...lists.values()]
}
