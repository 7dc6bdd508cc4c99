// Generates requests from the product's OpenAPI description, and malformed ones that it does not describe.
import fc from 'fast-check'
import { formPosts } from './form-posts.ts'
import { isReadById, withOtherIdCase } from './id-letter-case.ts'
import { mutatedUrls } from './mutated-urls.ts'
import { requestTo, weightOf } from './operation-requests.ts'
import type { Operation } from './operations.ts'
import type { GeneratedRequest } from './request-parts.ts'

/** All generators, weighted so that every operation is called often. */
export function requestsTo(operations: Operation[]): fc.Arbitrary<GeneratedRequest> {
  const total = operations.reduce((sum, operation) => sum + weightOf(operation), 0)
  return fc.oneof(
    ...operations.map((operation) => ({ weight: weightOf(operation), arbitrary: requestTo(operation) })),
    { weight: Math.ceil(total / 12), arbitrary: mutatedUrls(operations) },
    { weight: Math.ceil(total / 25), arbitrary: formPosts() },
    {
      weight: Math.ceil(total / 15),
      arbitrary: fc.oneof(...operations.filter(isReadById).map((operation) => withOtherIdCase(requestTo(operation)))),
    },
  )
}
