// Replays what Microsoft Entra ID and Okta send, as their public documentation shows it.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'
import { filtered, patchOf, type ScimClient, scimClient } from './provider.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

eachCrm('conversations of SCIM', crm => {
  let entra: ScimClient
  before(async () => {
    entra = await scimClient(crm())
  })

  test('Entra: the connection is tested, a user is looked for, made, changed, disabled and deleted', async () => {
    const none = await entra.expect(200, 'GET', `/Users${filtered('userName eq "2b1f5b14-not-there"')}`)
    assert.deepEqual([none.totalResults, none.Resources], [0, []])
    const made = await entra.ask('POST', '/Users', {
      schemas: [`${core}:User`, enterprise],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1',
      active: true,
      emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b-0777-472c-9f96-4f70d2226f2e@testuser.com' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [],
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id } = made.body
    assert.equal(made.headers.get('location'), made.body.meta.location)
    assert.match(made.headers.get('content-type') ?? '', /^application\/scim\+json/)
    assert.equal(made.body.userName, 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1')
    assert.equal(made.body.externalId, '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef')

    const found = await entra.expect(
      200,
      'GET',
      `/Users${filtered(`userName eq "${made.body.userName.toLowerCase()}"`)}`,
    )
    assert.deepEqual(
      found.Resources.map((user: Json) => user.id),
      [id],
    )
    const byId = await entra.expect(200, 'GET', `/Users${filtered(`externalId eq "${made.body.externalId}"`)}`)
    assert.equal(byId.totalResults, 1)

    const [email, family] = ['updatedEmail@microsoft.com', 'updatedFamilyName']
    const many = await entra.expect(
      200,
      'PATCH',
      `/Users/${id}`,
      patchOf(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
        { op: 'Replace', path: 'name.familyName', value: family },
      ),
    )
    assert.deepEqual([many.emails[0].value, many.name.familyName], [email, family])

    const flat = { displayName: 'Pvlo', 'name.givenName': 'Gomi', [`${enterprise}:department`]: 'Sales' }
    const added = await entra.expect(200, 'PATCH', `/Users/${id}`, patchOf({ op: 'Add', value: flat }))
    assert.deepEqual([added.displayName, added.name.givenName], ['Pvlo', 'Gomi'])

    const managed = patchOf({ op: 'Add', path: `${enterprise}:manager`, value: 'MASTER' })
    assert.equal((await entra.expect(200, 'PATCH', `/Users/${id}`, managed))[enterprise].manager.value, 'MASTER')
    const renamed = patchOf({
      op: 'Replace',
      path: 'userName',
      value: '5b50642d-79fc-4410-9e90-4c077cdd1a59@testuser.com',
    })
    assert.match((await entra.expect(200, 'PATCH', `/Users/${id}`, renamed)).userName, /^5b50642d/)

    const disabled = patchOf({ op: 'Replace', path: 'active', value: 'False' })
    assert.equal((await entra.expect(200, 'PATCH', `/Users/${id}`, disabled)).active, false)
    const enabled = patchOf({ op: 'Replace', path: 'active', value: 'True' })
    assert.equal((await entra.expect(200, 'PATCH', `/Users/${id}`, enabled)).active, true)

    await entra.expect(204, 'DELETE', `/Users/${id}`)
    const gone = await entra.expect(404, 'GET', `/Users/${id}`)
    assert.deepEqual([gone.schemas, gone.status], [['urn:ietf:params:scim:api:messages:2.0:Error'], '404'])
    await entra.expect(404, 'DELETE', `/Users/${id}`)
  })

  test('Entra: a group is looked for, made, renamed, gets members and loses them', async () => {
    const { body: group } = await entra.ask('POST', '/Groups', {
      schemas: [`${core}:Group`, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'displayName',
      meta: { resourceType: 'Group' },
    })
    assert.equal(group.displayName, 'displayName')
    const path = `/Groups/${group.id}`
    const found = await entra.expect(
      200,
      'GET',
      `/Groups${filtered('displayName eq "displayName"')}&excludedAttributes=members`,
    )
    assert.deepEqual([found.totalResults, found.Resources[0].members], [1, undefined])
    await entra.expect(204, 'PATCH', path, patchOf({ op: 'Replace', path: 'displayName', value: 'updatedDisplayName' }))
    await entra.expect(
      204,
      'PATCH',
      path,
      patchOf({ op: 'Add', path: 'members', value: [{ $ref: null, value: 'JOE' }] }),
    )
    await entra.expect(204, 'PATCH', path, patchOf({ op: 'Add', path: 'members', value: [{ value: 'MASTER' }] }))
    const full = await entra.expect(200, 'GET', path)
    assert.deepEqual(full.members.map((one: Json) => one.value).sort(), ['JOE', 'MASTER'])
    const has = await entra.expect(200, 'GET', `/Groups${filtered(`id eq "${group.id}" and members eq "JOE"`)}`)
    assert.equal(has.totalResults, 1)
    const ofJoe = await entra.expect(
      200,
      'GET',
      `/Users${filtered(`groups.value eq "${group.id}" and userName sw "joe"`)}`,
    )
    assert.deepEqual(
      ofJoe.Resources[0].groups.map((one: Json) => one.display),
      ['updatedDisplayName'],
    )
    await entra.expect(204, 'PATCH', path, patchOf({ op: 'Remove', path: 'members', value: [{ value: 'JOE' }] }))
    await entra.expect(204, 'PATCH', path, patchOf({ op: 'Remove', path: 'members[value eq "MASTER"]' }))
    assert.deepEqual((await entra.expect(200, 'GET', path)).members, [])
    await entra.expect(204, 'DELETE', path)
    await entra.expect(404, 'GET', path)
  })

  test('Okta: users are looked for, made, read, replaced whole, disabled and enabled', async () => {
    const none = await entra.expect(
      200,
      'GET',
      `/Users${filtered('userName eq "test.user@okta.local"')}&startIndex=1&count=100`,
    )
    assert.deepEqual([none.totalResults, none.startIndex], [0, 1])
    const resource = {
      schemas: [`${core}:User`],
      userName: 'test.user@okta.local',
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    }
    const made = await entra.expect(201, 'POST', '/Users', resource)
    const path = `/Users/${made.id}`
    const again = await entra.expect(409, 'POST', '/Users', resource)
    assert.deepEqual([again.scimType, again.status], ['uniqueness', '409'])
    const page = await entra.expect(200, 'GET', '/Users?startIndex=1&count=2')
    assert.deepEqual([page.itemsPerPage, page.Resources.length, page.totalResults >= 3], [2, 2, true])
    assert.equal((await entra.expect(200, 'GET', path)).locale, 'en-US')
    const put = await entra.expect(200, 'PUT', path, {
      ...resource,
      id: made.id,
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
      displayName: undefined,
      meta: made.meta,
    })
    assert.deepEqual([put.name.givenName, put.externalId], ['Another', '00ujl29u0le5T6Aj10h7'])
    const off = await entra.expect(200, 'PATCH', path, patchOf({ op: 'replace', value: { active: false } }))
    assert.equal(off.active, false)
    assert.equal((await entra.expect(200, 'PUT', path, { ...resource, id: made.id, active: true })).active, true)
  })

  test('Okta: groups are pushed with their members, renamed and emptied', async () => {
    const group = await entra.expect(201, 'POST', '/Groups', {
      schemas: [`${core}:Group`],
      displayName: 'Test SCIMv2',
      members: [],
    })
    const path = `/Groups/${group.id}`
    const renamed = { id: group.id, displayName: 'Test SCIMv2 new' }
    await entra.expect(204, 'PATCH', path, patchOf({ op: 'replace', value: renamed }))
    await entra.expect(
      204,
      'PATCH',
      path,
      patchOf(
        { op: 'remove', path: 'members[value eq "MASTER"]' },
        { op: 'add', path: 'members', value: [{ value: 'JOE', display: 'joe@example.com' }] },
      ),
    )
    const put = {
      schemas: [`${core}:Group`],
      id: group.id,
      displayName: 'Test SCIMv2 new',
      members: [{ value: 'MASTER' }],
    }
    const replaced = await entra.expect(200, 'PUT', path, put)
    assert.deepEqual(
      replaced.members.map((one: Json) => one.value),
      ['MASTER'],
    )
    const all = await entra.expect(200, 'GET', '/Groups?startIndex=1&count=100')
    assert.ok(all.Resources.some((one: Json) => one.displayName === 'Test SCIMv2 new'))
    await entra.expect(204, 'DELETE', path)
  })
})
