/** Why the program cannot start or go on, in words for the person who runs it. The message is printed alone, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
