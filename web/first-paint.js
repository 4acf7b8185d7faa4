// Before the first paint: what this browser remembers, on which the frame of the page depends.
{
  const { dataset, lang } = document.documentElement
  try {
    const { token, rail, theme } = localStorage
    if (token) dataset.session = ''
    if (rail) dataset.rail = rail
    if (theme) dataset.theme = theme
  } catch {}
  // A page in another script is shown with its font, which most devices have; see web/language/fonts.css.
  if (lang !== 'en') {
    const show = () => {
      if (dataset.fonts === 'wait') dataset.fonts = lang
    }
    dataset.fonts = 'wait'
    document.addEventListener(
      'load',
      ({
        target: {
          dataset: { letter },
        },
      }) => {
        if (!letter) return
        const faces = ['1em indian-scripts', '600 1em indian-scripts'].map((font) =>
          document.fonts.load(font, letter),
        )
        Promise.allSettled(faces).then(show)
      },
      true,
    )
    setTimeout(show, 3000)
  }
}
