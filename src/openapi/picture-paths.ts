// Builds the path of the pictures of users.
import { done } from './account-paths.ts'
import { dataOperation, inQuery, type Paths, parameter, resourceOperation, titled } from './parts.ts'
import { text } from './schema.ts'

const tags = ['Authorization']
const bytes = { 'application/octet-stream': {} }
const tagged = { ETag: { $ref: '#/components/headers/ETag' } }

export function picturePaths(auth: string): Paths {
  return {
    [`${auth}/v1/picture`]: {
      get: resourceOperation(
        'read',
        {
          '200': { description: 'The bytes, with their own Content-Type.', headers: tagged, content: { '*/*': {} } },
          '204': { description: 'The user has no picture.' },
          '304': { description: 'The bytes are those that the client has.', headers: tagged },
        },
        {
          ...titled('readPicture', tags, 'Read the picture of a user'),
          parameters: [inQuery('user', text, 'The Uid of another user of the database.'), parameter('IfNoneMatch')],
        },
      ),
      post: dataOperation('write', done({ Version: text }), {
        ...titled('setPicture', tags, 'Set one’s own picture'),
        description: 'PNG, JPEG or WebP of at most 64 KiB, and 1,024 pixels on each side. It replaces an earlier one.',
        requestBody: { required: true, content: bytes },
      }),
      delete: dataOperation('write', done({}), {
        ...titled('removePicture', tags, 'Remove one’s own picture'),
        parameters: [inQuery('user', text, 'The Uid of another user; for administrators.')],
      }),
    },
  }
}
