import { DEFAULT_ANSWER_MINUTES } from '#features/company/target-fields.rules.ts'
import type { PublicFacts } from '../facts.ts'
import type { FormState } from '../form-state.ts'
import type { sitePaths } from '../paths.ts'
import { sitePage } from '../render.tsx'

/** A new company: a name, and the defaults. */
export const none: PublicFacts = {
  mainColor: null,
  accentColor: null,
  stylesheet: null,
  pictures: {},
  name: 'Nordnät AB',
  orgNumber: null,
  phone: null,
  emergencyPhone: null,
  email: null,
  address: null,
  postalCode: null,
  city: null,
  seat: null,
  vatNumber: null,
  founded: 2017,
  groupLine: null,
  opens: '08:00',
  closes: '17:00',
  areaServed: null,
  services: null,
  prices: null,
  founderName: null,
  founderTitle: null,
  founderStory: null,
  dayHours: null,
  closedDays: null,
  eves: 'closed',
  halfDays: 'open',
  halfDayCloses: '12:00',
  hoursFrom: null,
  ...DEFAULT_ANSWER_MINUTES,
  urgentSolveMinutes: null,
  highSolveMinutes: null,
  normalSolveMinutes: null,
  lowSolveMinutes: null,
  formerHours: [],
  people: null,
  quotes: null,
  certificates: null,
  insurance: null,
  fTax: false,
}

/** A company that has entered every fact. */
export const all: PublicFacts = {
  ...none,
  orgNumber: '556703-7485',
  vatNumber: 'SE556703748501',
  groupLine: 'En del av Nord',
  seat: 'Uppsala',
  phone: '0812345678',
  emergencyPhone: '070-123 45 67',
  email: 'hej@nordnat.se',
  address: 'Storgatan 1',
  postalCode: '753 20',
  city: 'Uppsala',
  areaServed: 'Uppsala och Knivsta',
  founderName: 'Elin Norrby',
  founderTitle: 'Grundare',
  founderStory: 'Jag började vid köksbordet.\nNu är vi fler.',
}

export const saturday = new Date('2026-11-21T12:00:00Z')
export const friday = new Date('2026-11-20T12:00:00Z')

type PageInput = { facts?: Partial<PublicFacts> | undefined; now?: Date; form?: FormState }
export const pageInput = ({ facts, now = saturday, form }: PageInput) => ({
  facts: facts && { ...none, ...facts },
  assets: { scripts: [], styles: [], preloads: [] },
  now,
  appUrl: 'https://nordnat.se',
  ...(form && { form }),
})
export const page = (path: (typeof sitePaths)[number], input: PageInput = { facts: {} }) =>
  sitePage(path, pageInput(input))
export const home = (facts: Partial<PublicFacts>) => page('/', { facts })

/** The visible text. */
export const textOf = (html: string) =>
  html
    .replace(/<head>.*<\/head>|<template.*?<\/template>/g, '')
    .replace(/<!-- -->|<\/?(?:span|a|strong)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
