// Sends a request by XMLHttpRequest in the form of fetch, which cannot report how much of a body was sent.

/** A fetch that calls `onProgress` with the share of the body that was sent. */
export const fetchWithProgress =
  (onProgress: (share: number) => void): typeof fetch =>
  (url, { method = 'GET', headers, body = null, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, String(url))
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.responseType = 'blob'
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onerror = () => reject(new TypeError('The connection failed.'))
      request.onabort = () => reject(signal?.reason)
      request.onload = () => resolve(responseOf(request))
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body as XMLHttpRequestBodyInit | null)
    })

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  const headers = lines.map(line => line.split(': ', 2) as [string, string])
  return new Response(request.response as Blob, { status: request.status, headers })
}
