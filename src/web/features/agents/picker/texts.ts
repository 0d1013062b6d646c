/** What people read where they choose an agent. */

export const searchLabel = 'Search agents, or paste an agent’s link'
export const searchPlaceholder = 'Search, or paste a link'
export const nothing = 'No agent you can see matches this name, description or link.'
export const noAgents = 'There are no public agents yet.'
export const alreadyHere = 'Already here'
export const startWith = 'Start with'
export const chooserNothing = 'No agent you can see has this in its name or description.'
export const seeAllInMatrix = 'See all in the Matrix'
export const allFavourites = (count: number) => `All ${count} favourites`
export const favourites = 'Favourites'
export const publicAgents = 'Public agents'
export const recentlyUsed = 'Recently used'
export const clearSearch = 'Clear the search'
