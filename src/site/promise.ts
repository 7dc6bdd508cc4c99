/** The company's promise in one sentence: the hero of the start page and the site's description. */
export const PROMISE = 'Din kompletta partner inom teknik och IT'
