// Uses the client package in whichever runtime loads this file: Node, Deno, Bun or a browser.

/** `sdk` has the exports of the package and of its sub-paths `export`, `feed` and `webhooks`. Gives what a test compares. */
globalThis.exercise = async (sdk, { url, token, name }) => {
  const { connect, personalToken, exportAll, follow, verifyWebhook, newProofKey, Refused, SignInAgain } = sdk
  const crm = connect({ url, auth: personalToken(token) })
  const written = []
  const records = Array.from({ length: 3 }, (_, i) => ({ Type: 'Company', CompanyName: `${name} ${i}` }))
  for await (const { Key } of crm.createAll('AbEntry', records)) written.push(Key)
  const names = []
  const where = { CompanyName: { $LIKE: `${name} %` } }
  const rows = crm.read('AbEntry', { CompanyName: 1 }, { where, orderBy: [{ CompanyName: 'ASC' }], pageSize: 2 })
  for await (const row of rows) names.push(row.CompanyName)
  const copies = exportAll(crm, 'AbEntry', { CompanyName: 1 }, { where })
  const copied = [(await copies.feed()) !== '', (await copies.all()).length]
  const BinaryDataId = await crm.upload(new Blob(['some bytes']))
  const { Key } = await crm.create('Document', { Name: 'a.txt', ParentKey: written[0], BinaryDataId })
  const bytes = await new Response((await crm.download(Key)).body).text()
  const error = async promise =>
    (
      await promise.then(
        () => null,
        e => e,
      )
    )?.constructor
  const refused = await error(crm.call('Create', { AbEntry: { Data: { Nam: 1 } } }))
  const wrong = connect({ url, auth: personalToken('wrong') })
  const unsigned = await error(wrong.read('AbEntry', { Key: 1 }).first())
  let event = false
  for await (const { events } of follow(crm, { entities: ['AbEntry'], wait: 20 })) {
    event = events.some(({ data }) => data.key === written[2])
    if (event) break
  }
  const { challenge } = await newProofKey()
  const signed = await error(
    verifyWebhook({ headers: new Headers(), body: '{}' }, 'whsec_YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh'),
  )
  return {
    names,
    copied,
    bytes,
    errors: [refused === Refused, unsigned === SignInAgain, signed?.name],
    event,
    challenge: challenge.length,
  }
}
