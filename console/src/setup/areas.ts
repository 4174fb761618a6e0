// Lists the areas of the set-up, in the order of its pages.
import type { Texts } from '../texts/types.ts'
import type { IconName } from '../ui/display/icons.tsx'

export type AreaName = keyof Texts['setup']['areas']

interface Area {
  readonly name: AreaName
  readonly icon: IconName
  readonly group: 'people' | 'data'
}

export const areas: readonly Area[] = [
  { name: 'users', icon: 'user', group: 'people' },
  { name: 'groups', icon: 'people', group: 'people' },
  { name: 'teams', icon: 'deal', group: 'people' },
  { name: 'territories', icon: 'map', group: 'people' },
  { name: 'sso', icon: 'lock', group: 'people' },
  { name: 'provisioning', icon: 'people', group: 'people' },
  { name: 'factors', icon: 'lock', group: 'people' },
  { name: 'sessions', icon: 'key', group: 'people' },
  { name: 'sign-ins', icon: 'history', group: 'people' },
  { name: 'custom', icon: 'document', group: 'data' },
  { name: 'fields', icon: 'columns', group: 'data' },
  { name: 'options', icon: 'list', group: 'data' },
  { name: 'tags', icon: 'tag', group: 'data' },
  { name: 'products', icon: 'board', group: 'data' },
  { name: 'processes', icon: 'sort', group: 'data' },
  { name: 'workflows', icon: 'play', group: 'data' },
  { name: 'mail-templates', icon: 'mail', group: 'data' },
  { name: 'unsubscribed', icon: 'mail', group: 'data' },
  { name: 'currencies', icon: 'globe', group: 'data' },
  { name: 'columns', icon: 'view', group: 'data' },
]
