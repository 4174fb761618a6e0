// Reads, sets and removes the pictures of users. A picture is scaled down in the browser before it is sent.
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../api/workspace.tsx'

const path = 'auth/v1/picture'
/** In pixels: twice the largest size in which pictures are shown, for dense screens. */
const side = 128

/** The browser cannot show the file as a picture. */
export class NoPicture extends Error {}

const keyOf = (uid: string) => ['Picture', uid]
const ofUser = (uid: string): string => `${path}?${new URLSearchParams({ user: uid })}`

/** The picture as a data URL, since an image element does not send the header that names the database. */
export function usePicture(uid: string): string | null {
  const { api, session } = useWorkspace()
  const hasNone = uid === session.user.uid && session.user.picture === null
  const { data = null } = useQuery({
    queryKey: keyOf(uid),
    queryFn: async () => dataUrl(await api.download(ofUser(uid))),
    staleTime: Number.POSITIVE_INFINITY,
    ...(hasNone ? { initialData: null } : {}),
  })
  return data
}

export function usePictureChanges() {
  const { api, session, queries } = useWorkspace()
  return {
    async set(file: Blob): Promise<void> {
      const picture = await scaled(file)
      await api.sendFile(path, picture, () => {})
      queries.setQueryData(keyOf(session.user.uid), await dataUrl(picture))
    },
    async remove(uid: string): Promise<void> {
      await api.send('DELETE', ofUser(uid))
      queries.setQueryData(keyOf(uid), null)
    },
  }
}

/** The middle of the picture, as a square. */
async function scaled(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file).catch(() => {
    throw new NoPicture()
  })
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')
  if (!context) throw new NoPicture()
  const { width, height } = image
  const shorter = Math.min(width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, (width - shorter) / 2, (height - shorter) / 2, shorter, shorter, 0, 0, side, side)
  image.close()
  // Browsers that cannot write WebP write PNG.
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })
}

/** Null for a file without bytes. */
function dataUrl(blob: Blob): Promise<string | null> {
  if (blob.size === 0) return Promise.resolve(null)
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
