/** The company's slogan: the heading of the start page and part of the site's metadata. */
export const SLOGAN = 'Din kompletta partner inom teknik och IT'
