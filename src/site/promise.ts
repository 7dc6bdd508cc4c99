/** What the company promises (specification section 3), where it is known by one sentence. */
export const PROMISE = 'Din kompletta partner inom teknik och IT'
