// Serves the pages and assets of the console, or the page that explains why there is no console.
import type { FileFolder } from '../../base/product-files.ts'
import { version } from '../../base/version.ts'
import type { WebAnswer } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import { consoleFiles } from '../../console/files.ts'
import { htmlType, pagePolicy } from '../../pages/frame.ts'
import { type ConsoleAbsence, homePage } from '../../pages/home.ts'
import type { Look } from '../../pages/look.ts'
import type { Route } from '../route.ts'

interface PagesParts {
  readonly settings: Settings
  readonly look: Look
  /** The address under which the service is reached; known when it listens. */
  readonly origin: () => string
}

const reloadSeconds = '2'

/** `folder` is the one of the console, in which it is built. */
export function consolePages({ settings, look, origin }: PagesParts, folder?: FileFolder): readonly Route[] {
  const instead = (absence: ConsoleAbsence): WebAnswer => ({
    status: 200,
    headers: {
      'content-security-policy': pagePolicy(),
      'content-type': htmlType,
      ...(absence === 'building' ? { refresh: reloadSeconds } : {}),
    },
    body: homePage({ ...settings, origin: origin(), version, look, absence }),
  })
  const { page, asset } = consoleFiles({ instead, folder })
  const shown = { method: 'GET', body: 'none', auth: 'none', face: 'page', operation: 'console', always: true } as const
  return [
    { ...shown, path: '/', handler: page },
    { ...shown, path: '/d/*', handler: page },
    { ...shown, face: 'plain', path: '/assets/*', handler: asset },
  ]
}
