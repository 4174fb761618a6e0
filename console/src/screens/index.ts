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
  {
    path: 'applications',
    title: texts => texts.developers.applications.title,
    icon: 'globe',
    group: 'developers',
    keys: 'g p',
    permission: 'administrator',
    load: () => import('./applications.tsx'),
  },
  {
    path: 'tokens',
    title: texts => texts.account.tokens.title,
    icon: 'key',
    group: 'developers',
    keys: 'g k',
    load: () => import('./tokens.tsx'),
  },
  {
    path: 'webhooks',
    title: texts => texts.developers.webhooks.title,
    icon: 'webhook',
    group: 'developers',
    keys: 'g w',
    load: () => import('./webhooks.tsx'),
  },
  {
    path: 'webhooks/$key',
    title: texts => texts.developers.webhooks.target,
    icon: 'webhook',
    group: null,
    load: () => import('./webhook.tsx'),
  },
]
