import { expect, test } from 'vitest'
import { forwardedAddresses, networkOf } from './network.ts'

test('a network is an IPv4 address or the /64 of an IPv6 one', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  for (const written of ['::ffff:c000:207', '0:0:0:0:0:ffff:192.0.2.7', '::FFFF:C000:0207%eth0'])
    expect(networkOf(written), written).toBe('192.0.2.7')
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:0db8:0001:0002:bbbb:1:2:3')).toBe(networkOf('2001:db8:1:2::9'))
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test.each([
  ['203.0.113.4', '203.0.113.4'],
  ['203.0.113.4:6000', '203.0.113.4'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['"203.0.113.4:6000"', '203.0.113.4'],
  ['::ffff:203.0.113.4', '::ffff:203.0.113.4'],
  ['198.51.100.1:1, 203.0.113.4:6000 ,10.0.0.1', '198.51.100.1, 203.0.113.4, 10.0.0.1'],
  ['198.51.100.1, unknown, 203.0.113.4:6000', '203.0.113.4'],
  ['unknown', ''],
  ['203.0.113.4:port', ''],
  ['2001:db8::1:443:0:0:0:0:0', ''],
  ['', ''],
])('A-507: the addresses of X-Forwarded-For %j are %j', (header, addresses) => {
  expect(forwardedAddresses(header)).toBe(addresses)
})
