/** What people read on profiles. */

// A person's page
export const copyAddress = 'Copy the address'
export const editProfile = 'Edit profile'

// The form of one's own profile
export const profileNotLoaded = 'Your profile could not be loaded'
export const loadingProfile = 'Loading your profile'
export const saved = 'Profile saved'
export const profile = 'Profile'
export const name = 'Name'
export const about = 'About you'
export const aboutHint = 'One line on your page. Everybody can read it.'
export const picture = 'Picture'
export const notSaved = 'Your profile was not saved'
export const saving = 'Saving'
export const save = 'Save profile'
export const yourPage = 'Your page'
export const nameAgain = (when: string) => `You can change it again ${when}, and remove it at any time.`
export const nameFirst = 'Letters from a to z, digits and _. People see it instead of your address.'
export const nameChange =
  'You can change it once a week. Nobody else can take your previous name for 90 days.'
export const withinAWeek = 'within a week'
export const onDay = (day: string) => `on ${day}`
