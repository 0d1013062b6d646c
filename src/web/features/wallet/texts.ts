/** Texts of sections 2 and 8 are the specification's own words. */

// The button and the menus (section 2)
export const selectWallet = 'Select Wallet'
export const connect = 'Connect'
export const connecting = 'Connecting ...'
export const copyAddress = 'Copy address'
export const copied = 'Copied'
export const changeWallet = 'Change wallet'
export const disconnect = 'Disconnect'
export const notCopied = 'This browser did not allow copying the address.'
export const walletMenu = 'Wallet'
export const signedIn = 'Signed in'
export const notSignedIn = 'Not signed in'
export const accountMenu = 'Account'
export const signedInAs = 'Signed in as'
export const settings = 'Settings'
export const signOut = 'Sign out'
export const connectedAloud = 'Wallet connected'
export const signedInAloud = 'Wallet connected, signed in'

// The modal (section 2)
export const modalTitle = 'Connect a wallet on Solana to continue'
export const modalTitleWithoutWallet = "You'll need a wallet on Solana to continue"
export const whatWalletsAre =
  'A wallet holds your keys and proves who you are. Signing in is free and moves no funds.'
export const close = 'Close'
export const continueWithout = 'Continue without'
export const moreOptions = 'More options'
export const lessOptions = 'Less options'
export const viewOptions = 'Already have a wallet? View options'
export const hideOptions = 'Hide options'
export const detected = 'Detected'
export const openInApp = 'Open in app'
export const install = 'Install'
export const notOnChain = (chain: string) => `Not on ${chain}`
export const cannotSign = 'Can’t sign messages'
export const openInPhoneBrowser = 'Open this page in your phone’s browser'

// Signing in (section 8)
export const connectionFailed = 'Failed to connect wallet. Please try again.'
export const signInDeclined =
  'You are not signed in. You can still browse and chat, and sign in when something needs it.'
export const cannotSignIn = (wallet: string) =>
  `${wallet} can’t sign messages, so it can’t sign in. Please choose another wallet.`
export const signInFailed = (why: string) => `Signing in failed. ${why}`
export const pleaseTryAgain = 'Please try again.'
export const sessionOver = 'Your session has ended. Sign in again, then confirm.'
export const noSignature = 'The wallet did not sign. Please try again.'
export const otherWallet = (session: string, signer: string) =>
  `You are signed in as ${session}, but ${signer} is connected. Connect the wallet that you are signed in with.`

// Passkey wallets
export const passkeyOffer = 'Passkey wallet'
export const passkeyTitle = 'Use a passkey as your wallet'
export const passkeyAbout =
  'Your fingerprint, face or screen lock is all it takes; there is nothing to install. A passkey that syncs between your devices is the same wallet on all of them. Use it to sign in here, not to hold money.'
export const makePasskey = 'Make a passkey wallet'
export const usePasskey = 'Use my passkey wallet'
export const passkeyName = (day: string) => `Bionic wallet of ${day}`
export const passkeyUnsupported =
  'This browser can’t make a wallet from a passkey. Current versions of Chrome, Edge, Safari and Firefox can, on a device with a screen lock or with a security key.'
export const passkeyNeedsHttps = 'Passkeys only work over https. Open Bionic at its https address to use one.'
export const passkeyNeedsName = 'Passkeys don’t work at a numeric address.'
export const openByName = 'Open Bionic by its host name to use one.'
export const sameByName = 'Open this page by its name instead:'
export const passkeyWithoutSecret =
  'This passkey can’t be a wallet, because the app that keeps it doesn’t support it. Passkeys of current phones, of password managers such as Google’s or iCloud Keychain, and of FIDO2 security keys do.'
export const passkeyFailed = 'The device could not use a passkey here.'
export const noPasskeyUsed =
  'No passkey was used. If this device has none for Bionic yet, choose “Make a passkey wallet”.'
export const notConnected = 'The passkey wallet is not connected.'
export const otherAccount = 'The passkey wallet does not have that account.'
export const otherSecret =
  'The passkey gave a different secret than before. Use it on the device that holds it, not through another one.'
export const notASignIn = 'This is not a sign-in of Bionic, so it was not signed.'
export const signInForElsewhere = (domain: string, host: string) =>
  `This sign-in is for ${domain}, but this page is at ${host}.`
export const notASigner = 'The transaction does not ask for this wallet’s signature.'

// The secret key of a passkey wallet
export const showSecret = 'Show secret key'
export const secretTitle = 'The secret key of this wallet'
export const secretWarning =
  'Anyone who has it controls your wallet. Never share it, and enter it only in a wallet app of your own.'
export const secretUse =
  'With its secret key you can move this wallet to any Solana wallet app, where it works without the passkey. Showing it takes one touch of your passkey.'
export const secretShown =
  'Import it in a Solana wallet app as a private key. It is hidden again after a minute, and it is stored nowhere.'
export const secretFailed = 'The secret key could not be made.'
export const secretNotShown = 'The secret key was not shown'
export const copySecret = 'Copy the secret key'
export const waitingForPasskey = 'Waiting for the passkey'
export const showIt = 'Show it'
export const hideIt = 'Hide it'
export const cancel = 'Cancel'
