// Lists all screens of a database in the order of the navigation. A new screen is one entry here.
import type { Screen } from '../ui/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '',
    title: texts => texts.start.title,
    icon: 'start',
    group: 'work',
    keys: 'g s',
    load: () => import('./start.tsx'),
  },
  {
    path: 'board',
    title: texts => texts.board.title,
    icon: 'board',
    group: 'work',
    keys: 'g b',
    load: () => import('./board.tsx'),
  },
  {
    path: 'account',
    title: texts => texts.account.title,
    icon: 'user',
    group: null,
    keys: 'g u',
    load: () => import('./account.tsx'),
  },
  {
    path: 'explorer',
    title: texts => texts.explorer.title,
    icon: 'code',
    group: 'developers',
    keys: 'g x',
    load: () => import('./explorer.tsx'),
  },
]
