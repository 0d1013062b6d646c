/** Whether a dialog or a menu is open. Keys then belong to it, not to the shortcuts of the screen below. */
export const isCovered = () =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
