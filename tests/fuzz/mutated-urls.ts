import fc from 'fast-check'
import { appPaths } from '#app/browser/paths.ts'
import { sitePaths } from '#screens/site/paths.ts'
import { actors, type Operation } from './operations.ts'
import { encode, fewHeaders, type GeneratedRequest, networks } from './request-parts.ts'
import { weirdTexts } from './values.ts'

/** Any method at URLs that exist, nearly exist, or do not. */
export function mutatedUrls(operations: Operation[]): fc.Arbitrary<GeneratedRequest> {
  const existing = [
    ...operations.map(({ path }) => path.replace(/\{\w+\}/g, '{{any:3}}')),
    ...sitePaths,
    '/tjanster/{{any:3}}',
    ...appPaths,
    '/assets/x.js',
  ]
  const mutations = [
    ...[
      '/',
      '//',
      '/.',
      '/..',
      '/%2e%2e/',
      '/%2F',
      '%00',
      '%',
      '%zz',
      '%c0%af',
      '%ed%a0%80',
      ';x=1',
      '?',
      '?&&=&',
      '?__proto__[x]=1',
    ],
    ...[
      `/${'a'.repeat(201)}`,
      `/${'a'.repeat(5000)}`,
      '?a=%00',
      '?a=%ff',
      `?${'a=1&'.repeat(1200)}`,
      '/%E2%80%AE',
      '.json',
      '/*',
      '/:id',
      '\\',
    ],
  ]
  const url = fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...existing), fc.constantFrom('', '', ...mutations))
        .map((parts) => parts.join('')),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...existing).map((path) => path.toUpperCase().replaceAll('{{ANY', '{{any')),
    },
    { weight: 1, arbitrary: fc.constantFrom(...existing).map((path) => path.replaceAll('/', '//')) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('/', '/api/', '/assets/', '/auth/v1/', '/.git/', '/backoffice/'), weirdTexts)
        .map(([start, text]) => start + encode(text.slice(0, 9000))),
    },
  )
  return fc.record({
    actor: fc.constantFrom(...actors),
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH'),
    url,
    headers: fewHeaders,
    network: networks,
  })
}
