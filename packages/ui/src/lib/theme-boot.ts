/** The storage key of the theme choice: prefixed and containing THEME. */
export const themeStorageKey = 'SI-THEME'

/**
 * Sets `data-theme` before the first paint, so that the page never flashes in the wrong theme. Follows
 * docs/product/interface.md#theme. It belongs in `<head>`, before the styles, as a script that is not deferred.
 */
export const themeBootScript = `(function () {
  var key = '${themeStorageKey}', choice = null, theme = 'dark';
  function from(read) { try { return choice || read(); } catch (e) { return choice; } }
  choice = from(function () { return localStorage.getItem(key); });
  choice = from(function () { return sessionStorage.getItem(key); });
  choice = from(function () { return (document.cookie.match(/(?:^|; )lS_${themeStorageKey}=(light|dark)(?:;|$)/) || [])[1]; });
  try { if (matchMedia('(prefers-color-scheme: light)').matches) theme = 'light'; } catch (e) {}
  document.documentElement.dataset.theme = choice === 'light' || choice === 'dark' ? choice : theme;
})();
`
