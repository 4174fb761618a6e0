// Names the resources of this server that a token can be for (RFC 8707).

/** A token is refused everywhere but at its resource; one of any resource is good at `userinfo` too. */
const resourceNames = ['api', 'mcp', 'userinfo'] as const
export type ResourceName = (typeof resourceNames)[number]

export type ResourceUrls = Readonly<Record<ResourceName, string>>

/** The resource of a URI as a client wrote it; null when it is none of this server. */
export function resourceOf(uri: string, urls: ResourceUrls): ResourceName | null {
  const asked = URL.canParse(uri) ? new URL(uri).href.replace(/\/$/, '') : null
  return resourceNames.find(name => urls[name] === asked) ?? null
}
