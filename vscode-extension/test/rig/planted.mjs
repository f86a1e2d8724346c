/** What must never leave. Invented, and put together here so that no scanner takes it for a leak. */
export const PLANTED = {
  email: 'mira.okafor@quill-works.internal',
  password: ['corvid', 'Lantern', '92xQ'].join('-'),
  token: ['9f3b1c', '77e0aa', '4d2286', 'c5b1f0', '3e9a61', '08d7c4', '5be2'].join(''),
};
