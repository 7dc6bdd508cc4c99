import { expect, test } from 'vitest'
import type { z } from 'zod'
import { endpoints } from '#tests/system/access/contracts.ts'
import type { Data } from './data.ts'
import { exempt, reads } from './reads.ts'

const noData = new Proxy({} as Data, { get: () => [] })
const noPerson = { userId: '', email: '', token: async () => '', tickets: [], invoiceBases: [] }

/** Every GET that answers with data, neither a file nor events. */
const answered = [...endpoints].filter(([name, { returns }]) => name.startsWith('GET ') && !('answer' in returns))

test('every list, search and screen has a row in the bench, or a reason for having none', () => {
  const inBench = new Set([...reads.map(({ endpoint }) => endpoint), ...Object.keys(exempt)])
  expect(answered.map(([name]) => name).filter((name) => !inBench.has(name))).toEqual([])
})

test('no row and no exemption is of an endpoint that does not exist, or is both', () => {
  const known = new Set(answered.map(([name]) => name))
  const inBench = [...new Set(reads.map(({ endpoint }) => endpoint)), ...Object.keys(exempt)]
  expect(inBench.filter((name) => !known.has(name))).toEqual([])
  expect(new Set(inBench).size).toBe(inBench.length)
  expect(new Set(reads.map(({ name }) => name)).size).toBe(reads.length)
})

test('the rows give each parameter of the path, and otherwise only those of the query', () => {
  const wrong = reads.filter(({ endpoint, choices }) => {
    const inPath = [...endpoint.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const shape = (endpoints.get(endpoint)?.query as z.ZodObject | undefined)?.shape ?? {}
    const given = Object.keys(choices(noData, noPerson))
    return (
      !inPath.every((name) => given.includes(name ?? '')) ||
      !given.every((name) => inPath.includes(name) || name in shape)
    )
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})
