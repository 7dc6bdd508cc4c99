import { expect, test } from 'vitest'
import { servicesOf, slugOf } from './services.rules.ts'

test('without entered services there are five default ones, each with an address and details', () => {
  const services = servicesOf(null)
  expect(services.map(({ slug }) => slug)).toEqual([
    ...['wifi-och-natverk', 'it-support', 'kameraovervakning-och-passersystem', 'egen-it-avdelning', 'serviceavtal'],
  ])
  for (const { details, text } of services) expect([text, details.length > 0]).toEqual([expect.any(String), true])
  expect(servicesOf('  \n')).toEqual(services)
})

test('lines with a dash belong to the page of the service above: sentences, prices and audience', () => {
  expect(
    servicesOf('Fiber: Vi drar den: ända in.\n- Schakt ingår.\n– Pris: 9 900 kr\n• Pris per meter: 90 kr\n- För: hem'),
  ).toEqual([
    {
      name: 'Fiber',
      text: 'Vi drar den: ända in.',
      slug: 'fiber',
      audiences: ['home'],
      details: ['Schakt ingår.'],
      prices: [
        { name: 'Pris', text: '9 900 kr' },
        { name: 'Per meter', text: '90 kr' },
      ],
    },
  ])
  expect(servicesOf('- Först ett streck\nFiber\n- För: alla')).toMatchObject([
    { name: 'Fiber', audiences: ['home', 'company'] },
  ])
})

test('services with the same name have different addresses', () => {
  expect(servicesOf('Larm\nLARM\nLarm!').map(({ slug }) => slug)).toEqual(['larm', 'larm-2', 'larm-3'])
})

test.each([
  ['WiFi & nätverk', 'wifi-natverk'],
  ['Åäö É', 'aao-e'],
  ['…', 'tjanst'],
  ['../x?y#z', 'x-y-z'],
])('the address of %j ends with %j', (name, slug) => expect(slugOf(name)).toBe(slug))
