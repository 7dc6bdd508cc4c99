import { expect, test } from 'vitest'
import { subjectProblems } from './commit-subjects.ts'

test.each([
  'docs: Merge the rules into the specification',
  'shared: Add X to the fields',
  'db: Bring the schema up to date',
  'app: Pass the address on',
  'mail: Focus the first field',
  'tests: Feed the parser',
  `ui: ${'A'.repeat(68)}`,
])('%j is a valid subject', (subject) => {
  expect(subjectProblems(subject)).toEqual([])
})

test.each([
  ['Merge the rules', ["is not 'area: Imperative sentence'"]],
  ['docs:Merge the rules', ["is not 'area: Imperative sentence'"]],
  ['docs: ', ["is not 'area: Imperative sentence'"]],
  ['tickets, time: Merge', ["is not 'area: Imperative sentence'"]],
  ['Merge branch: of others', [expect.stringContaining('Imperative')]],
  ['docs: merge the rules', ['does not begin with a capital letter after the area']],
  ['docs: Merge the rules.', ['ends with a full stop']],
  ['docs: Merged the rules', ["'Merged' is not an imperative"]],
  ['docs: Merges the rules', ["'Merges' is not an imperative"]],
  ['docs: Merging the rules', ["'Merging' is not an imperative"]],
  [`ui: ${'A'.repeat(69)}`, ['has 73 characters; at most 72']],
])('%j is refused', (subject, problems) => {
  expect(subjectProblems(subject)).toEqual(problems)
})

test('an area that is not in the list is refused, and the list shown', () => {
  expect(subjectProblems('credentials: Rename the table')).toEqual([
    expect.stringMatching(/^'credentials' is not one of the areas: app, .*, web$/),
  ])
})

test('every problem of a subject is named', () => {
  expect(subjectProblems('misc: fixed.')).toHaveLength(4)
})
