// Answers the page and the assets of the console from memory, and notices when there is another build.

import { Readable } from 'node:stream'
import { type FileFolder, folderIn, productFiles } from '../base/product-files.ts'
import { isRunning } from '../base/programs/programs.ts'
import { newNonce } from '../base/secrets/secret.ts'
import { header, takesCoding, type WebAnswer, type WebHandler, type WebRequest } from '../base/web.ts'
import { namesTag } from '../documents/download-headers.ts'
import type { ConsoleAbsence } from '../pages/home.ts'
import { fontName } from '../pages/style.ts'
import { type Asset, type Build, buildMark, codings, readBuild } from './build.ts'

interface ConsoleFiles {
  /** The page of the console, or another one in its place. */
  readonly page: WebHandler
  /** GET /assets/* */
  readonly asset: WebHandler
}

interface FilesParts {
  /** What is shown at the addresses of the console as long as there is none. */
  readonly instead: (absence: ConsoleAbsence) => WebAnswer
  /** The folder of the console, in which it is built. */
  readonly folder?: FileFolder | undefined
}

/** How often the folder is asked whether there is another build. */
const lookMs = 1000

export function consoleFiles({ instead, folder = folderIn(productFiles, 'console') }: FilesParts): ConsoleFiles {
  const dist = folderIn(folder, 'dist')
  let build: Build | null = null
  let mark: string | null = null
  let looked = Number.NEGATIVE_INFINITY

  const look = (): void => {
    const found = buildMark(dist)
    if (found === mark || found === null) return
    try {
      build = readBuild(dist)
      mark = found
    } catch {
      // A build that is being put in its place may be read halfway; then it is read again at the next look.
    }
  }
  const current = (): Build | null => {
    if (performance.now() - looked >= lookMs) {
      looked = performance.now()
      look()
    }
    return build
  }
  return {
    page: () => {
      const found = current()
      return found ? shell(found) : instead(absenceIn(folder))
    },
    asset: request => {
      const name = request.params['*'] ?? ''
      if (name === fontName) {
        const font = current()?.font
        return font ? sent(font, request, dayCache) : notThere
      }
      // A page has just been sent, unless this process is new: several serve one address.
      const asset = build?.assets.get(name) ?? current()?.assets.get(name)
      return asset ? sent(asset, request) : notThere
    },
  }
}

const textHeaders = { 'content-type': 'text/plain; charset=utf-8' }
const notThere = { status: 404, headers: textHeaders, body: 'There is no such file.\n' }

/** Vite puts this word where a nonce belongs. */
const nonceWord = '__CSP_NONCE__'

/** Styles that scripts add need the nonce of the response; scripts come from files alone. */
const policyOf = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' blob: data:; font-src 'self'; ` +
  "connect-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

function shell({ page }: Build): WebAnswer {
  const nonce = newNonce()
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOf(nonce),
    'referrer-policy': 'same-origin',
  }
  return { status: 200, headers, body: page.replaceAll(nonceWord, nonce) }
}

/** A worker has the policy of its own file, and asks this server like the page that began it. */
const assetPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"

/** Names have a digest of the content, so a browser keeps what it has. */
const everCache = 'public, max-age=31536000, immutable'
/** The pages that do not come from the build have no digest to name the font by. */
const dayCache = 'public, max-age=86400'

function sent({ type, tag, bodies }: Asset, request: WebRequest, cache = everCache): WebAnswer {
  const accepted = header(request, 'accept-encoding')
  const coding =
    codings.find(each => bodies[each] && (each === 'identity' || takesCoding(accepted, each))) ?? 'identity'
  const body = bodies[coding] as Buffer
  const etag = `"${tag}-${coding}"`
  const headers = {
    'content-type': type,
    'content-security-policy': assetPolicy,
    'cache-control': cache,
    vary: 'Accept-Encoding',
    etag,
    ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
  }
  if (namesTag(header(request, 'if-none-match'), etag)) return { status: 304, headers, body: '' }
  const sized = { ...headers, 'content-length': String(body.length) }
  return { status: 200, headers: sized, body: request.method === 'HEAD' ? '' : Readable.from([body]) }
}

/** `scripts/lib/console.mjs` says here that it is at work, or has failed. */
function absenceIn(folder: FileFolder): ConsoleAbsence {
  const text = String(folder.read('.build/state.json') ?? '{}')
  const { pid, failed, began = 0 } = JSON.parse(text) as { pid?: number; failed?: boolean; began?: number }
  if (failed) return 'failed'
  return pid !== undefined && Date.now() - began < longestMs && isRunning(pid) ? 'building' : 'absent'
}

/** After so long a process with the number of a build is another one. */
const longestMs = 10 * 60_000
