/** Why the program cannot start or continue; the message is for the operator, in Swedish, and printed without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
