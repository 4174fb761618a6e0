// Serves the pages and assets of the console, or says why there are none.

import { version } from '../../base/version.ts'
import type { WebAnswer } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import { type Absence, consoleFiles } from '../../console/files.ts'
import { htmlType, pagePolicy } from '../../pages/frame.ts'
import type { Look } from '../../pages/look.ts'
import { homePage } from '../pages/home.ts'
import type { Route } from '../route.ts'

interface PagesParts {
  readonly settings: Settings
  readonly look: Look
  /** The address under which the service is reached; known when it listens. */
  readonly origin: () => string
}

const reloadSeconds = '2'

/** `folder` is the one of the console, in which it is built. */
export function consolePages({ settings, look, origin }: PagesParts, folder?: string): readonly Route[] {
  const instead = (absence: Absence): WebAnswer => ({
    status: 200,
    headers: {
      'content-security-policy': pagePolicy(),
      'content-type': htmlType,
      ...(absence === 'building' ? { refresh: reloadSeconds } : {}),
    },
    body: homePage({ ...settings, origin: origin(), version, look, absence }),
  })
  const { page, asset } = consoleFiles({ instead, ...(folder === undefined ? {} : { folder }) })
  const shown = { method: 'GET', body: 'none', auth: 'none', face: 'page', operation: 'console', always: true } as const
  return [
    { ...shown, path: '/', handler: page },
    { ...shown, path: '/d/*', handler: page },
    { ...shown, face: 'plain', path: '/assets/*', handler: asset },
  ]
}
