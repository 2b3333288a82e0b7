// Texts of the game, the seat map and the checkout.

export default {
};
