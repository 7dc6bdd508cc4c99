import { expect, test } from 'vitest'
import { type CompanyTargets, targetsOf } from './answer-targets.rules.ts'
import { defaultTargets } from './testing/default-targets.ts'

const noSolutions = {
  urgentSolveMinutes: null,
  highSolveMinutes: null,
  normalSolveMinutes: null,
  lowSolveMinutes: null,
}
const noTerms = {
  urgentAnswerMinutes: null,
  highAnswerMinutes: null,
  normalAnswerMinutes: null,
  lowAnswerMinutes: null,
  ...noSolutions,
}
const company: CompanyTargets = {
  urgentAnswerMinutes: 15,
  highAnswerMinutes: 60,
  normalAnswerMinutes: 300,
  lowAnswerMinutes: 600,
  ...noSolutions,
  normalSolveMinutes: 960,
  emergencyPhone: '070-123 45 67',
}

test('a new company answers urgent tickets within 30 minutes, the others within 2, 4 and 8 working hours', () => {
  expect(defaultTargets.answer).toEqual({
    urgent: { minutes: 30, isAtAllHours: true },
    high: { minutes: 120, isAtAllHours: false },
    normal: { minutes: 240, isAtAllHours: false },
    low: { minutes: 480, isAtAllHours: false },
  })
  expect(defaultTargets.solveMinutes).toEqual({ urgent: null, high: null, normal: null, low: null })
})

test('without an emergency number urgent tickets are answered in working minutes', () => {
  expect(targetsOf({ ...company, emergencyPhone: null }).answer.urgent).toEqual({ minutes: 15, isAtAllHours: false })
})

test('terms replace the company’s targets one by one', () => {
  expect(targetsOf(company, noTerms)).toEqual(targetsOf(company))
  const { answer, solveMinutes } = targetsOf(company, { ...noTerms, highAnswerMinutes: 30, lowSolveMinutes: 2400 })
  expect([answer.high, answer.normal]).toEqual([
    { minutes: 30, isAtAllHours: false },
    { minutes: 300, isAtAllHours: false },
  ])
  expect(solveMinutes).toEqual({ urgent: null, high: null, normal: 960, low: 2400 })
})
