import { expect, test } from 'vitest'
import { transactionsIn } from './statement-log.ts'

const line = (connection: number, kind: string, text: string) =>
  `2026-11-28 02:13:38.281 UTC [${connection}] ${kind}:  ${text}\n`

test('the committed transactions of a log, by connection and with their values', () => {
  const log = [
    line(1, 'LOG', 'statement: select 1'),
    line(1, 'LOG', 'execute <unnamed>: begin'),
    line(2, 'LOG', 'statement: begin'),
    line(1, 'LOG', 'execute a1: insert into t\n\t(a, b, c, d) values ($1, $2, $10, $2)'),
    line(1, 'DETAIL', "parameters: $1 = 'it''s\n\ttwo $2 lines', $2 = NULL, $10 = '7'"),
    line(2, 'LOG', 'statement: delete from t'),
    line(2, 'LOG', 'statement: rollback'),
    line(1, 'LOG', 'statement: commit'),
  ].join('')
  expect(transactionsIn(log)).toEqual([
    ['begin', "insert into t\n(a, b, c, d) values ('it''s\ntwo $2 lines', NULL, '7', NULL)", 'commit'],
  ])
})
