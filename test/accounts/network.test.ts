// Tests how addresses are counted by network.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { networkOf } from '../../src/accounts/network.ts'

describe('networks', () => {
  test('an IPv4 address is itself; IPv6 addresses count by their first 64 bits, however they are written', () => {
    for (const [address, network] of [
      ['192.0.2.1', '192.0.2.1'],
      ['::ffff:192.0.2.1', '192.0.2.1'],
      ['::1', '0:0:0:0::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['2001:0DB8:0000:0000:1:2:3:4', '2001:db8:0:0::/64'],
      ['2001:db8:0:1::', '2001:db8:0:1::/64'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
      ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['', ''],
    ] as const) {
      assert.equal(networkOf(address), network, address)
    }
  })
})
