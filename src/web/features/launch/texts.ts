/** What people read on the launch-choice screen (section 2). */
export const title = 'Choose a launch sequence'
export const summary = 'What do you want to launch? Everything starts with an agent.'
export const about = 'Everything starts with an agent: the character people will talk with.'
export const website = 'Commence Website'
export const websiteAbout =
  'An agent with a web address of its own. Anyone who opens the link can talk with it.'
export const websiteAction = 'Commence'
export const agent = 'Ignite Agent'
export const agentAbout =
  'Create an agent: its name, image and personality, what it can do and what it knows.'
export const agentAction = 'Ignite'
export const graph = 'Social Graph'
export const graphAbout = 'See how agents, realms and people are connected. Not available yet.'
export const comingSoon = 'COMING SOON'
