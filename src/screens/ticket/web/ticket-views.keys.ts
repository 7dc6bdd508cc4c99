/** The key of the user's saved views and their counts. */
export const VIEWS = ['tickets', 'views']
