// The screen
export const copyAddress = 'Copy the address'
export const editProfile = 'Edit profile'
export const yourProfileCouldNotLoaded = 'Your profile could not be loaded'
export const loadingYourProfile = 'Loading your profile'
export const yourProfileSaved = 'Your profile is saved'
export const profile = 'Profile'
export const name = 'Name'
export const aboutYou = 'About you'
export const oneLineShownYourPage = 'One line, shown on your page. Everybody can read it.'
export const picture = 'Picture'
export const yourProfileNotSaved = 'Your profile was not saved'
export const saving = 'Saving'
export const saveProfile = 'Save profile'
export const yourPage = 'Your page'
export const canChangedAgainGivenUp = (nameChangesAt: string | number) =>
  `It can be changed again ${nameChangesAt}, and given up at any time.`
export const canChangedOnceWeekWhat =
  'It can be changed once a week. What you had before rests for 90 days, and nobody gets it meanwhile.'
